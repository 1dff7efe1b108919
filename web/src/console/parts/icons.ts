/** Lines on a square of 24 units. */
export const ICONS = {
  home: 'M3 12h4l3-7 4 14 3-7h4',
  sales: 'M4 9.5V5h7l9 9-6 6-9.5-9.5zM8 8.5v.01',
  products: 'M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
  parked: 'M9 5v14M15 5v14',
  refunds: 'M8 5L4 9l4 4M4 9h10a5 5 0 010 10H8',
  switches: 'M8 7h8a5 5 0 010 10H8A5 5 0 018 7zM8 10.5a1.5 1.5 0 100 3 1.5 1.5 0 000-3z',
  rehearsals: 'M7 4.5l12 7.5-12 7.5z',
  shop: 'M5 9h14l-1 11H6zM9 9V7a3 3 0 016 0v2',
  leave: 'M14 5H5v14h9M10 12h10M17 9l3 3-3 3',
  menu: 'M4 7h16M4 12h16M4 17h16',
  add: 'M12 5v14M5 12h14',
  back: 'M14 6l-6 6 6 6',
  away: 'M4 9a12 12 0 0116 0M7.5 12.8a7 7 0 019 0M12 17.5v.01',
  lost: 'M11 5a6 6 0 100 12 6 6 0 000-12zM15.5 15.5L20 20',
  clock: 'M12 4a8 8 0 100 16 8 8 0 000-16zM12 8v4l3 2',
} as const

export type IconName = keyof typeof ICONS
