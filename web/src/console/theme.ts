import { computed, ref } from 'vue'

export type Theme = 'light' | 'dark'

const KEY = 'sluice.theme'
const system = window.matchMedia('(prefers-color-scheme: dark)')
const systemIsDark = ref(system.matches)
const wanted = ref<Theme | null>(kept())

/** What is shown: what was chosen here, else what the machine is set to. */
export const theme = computed<Theme>(() => wanted.value ?? (systemIsDark.value ? 'dark' : 'light'))

system.addEventListener('change', (event) => {
  systemIsDark.value = event.matches
  paint()
})

function kept(): Theme | null {
  try {
    const text = localStorage.getItem(KEY)
    return text === 'light' || text === 'dark' ? text : null
  } catch {
    return null
  }
}

/** Puts the theme on the page. */
export function paint(): void {
  document.documentElement.classList.toggle('dark', theme.value === 'dark')
}

export function turn(): void {
  wanted.value = theme.value === 'dark' ? 'light' : 'dark'
  try {
    localStorage.setItem(KEY, wanted.value)
  } catch {
    // Where nothing may be kept, the choice lasts as long as the page.
  }
  paint()
}

/** Whether things may move. */
export function mayMove(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
