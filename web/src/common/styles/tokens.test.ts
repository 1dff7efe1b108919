import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const HEX = /#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b/gi
const FUNCTION = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([^)]*\)/gi
const NAME =
  /^ *[\w-]+:[^;'"]*\b(?:white|black|gr[ae]y|silver|red|orange|yellow|green|blue)\b[^;'"]*;$/gm

const TOKENS = 'src/common/styles/tokens.css'
const tokens = readFileSync(TOKENS, 'utf8')
const known = Array.from(tokens.matchAll(/^ *(--[\w-]+):/gm), ([, name]) => name!)

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => /\.(?:css|vue|ts)$/.test(path) && !path.endsWith('.test.ts'))
  .filter((path) => path !== TOKENS)
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** Colours that are written out. */
function colours(text: string): string[] {
  return [HEX, FUNCTION, NAME].flatMap((kind) => text.match(kind) ?? [])
}

/** Tokens that are read, in styles or by their name in quotes; those of Element Plus are its own. */
function read(text: string): string[] {
  const names = Array.from(text.matchAll(/(?:var\(\s*|')(--[a-z][\w-]*)/g), ([, name]) => name!)
  return names.filter((name) => !name.startsWith('--el-'))
}

function unknown(text: string): string[] {
  return read(text).filter((name) => !known.includes(name))
}

/**
 * Pages that the server draws by itself: the build does not reach them, so each says its colours twice,
 * for the light and for the dark.
 */
const drawnByServer = [
  '../server/src/main/resources/pages/problems.css',
  '../server/src/main/java/dev/sluice/server/payment/SandboxPage.java',
]

type Values = Record<string, string>

function declared(text: string): Values {
  return Object.fromEntries(
    Array.from(text.matchAll(/(--[a-z][\w-]*):\s*([^;]+);/g), ([, name, value]) => [name!, value!]),
  )
}

/** The tokens that a page of the server declares, in the light and in the dark. */
function inBoth(page: string): { light: Values; dark: Values } {
  const [light, dark] = page.split('@media (prefers-color-scheme: dark)')
  return { light: declared(light!), dark: declared(dark ?? '') }
}

/** What is said of these tokens, in the light or in the dark. */
function asTokens(names: string[], light: boolean): Values {
  const pair = /^light-dark\((#\w+), (#\w+)\)$/
  const values = declared(tokens)
  return Object.fromEntries(
    names.map((name) => [
      name,
      values[name]?.replace(pair, light ? '$1' : '$2') ?? 'no such token',
    ]),
  )
}

function everywhere(find: (text: string) => string[]): string[] {
  return sources.flatMap(({ path, text }) => find(text).map((it) => `${path}: ${it}`))
}

it('finds a colour that is written out, in whatever form', () => {
  expect(colours('  color: #fff;')).toEqual(['#fff'])
  expect(colours("lineStyle: { color: '#0b6e6e80' }")).toEqual(['#0b6e6e80'])
  expect(colours('  box-shadow: 0 1px rgb(0 0 0 / 5%);')).toEqual(['rgb(0 0 0 / 5%)'])
  expect(colours('  border: 1px solid white;')).toEqual(['  border: 1px solid white;'])
  expect(colours("  white-space: nowrap;\n  href: '#main'\n  color: var(--ink);")).toEqual([])
})

it('finds a token that does not exist', () => {
  expect(unknown("  color: var(--inc);\n  color('--ink')")).toEqual(['--inc'])
  expect(unknown("{ color: '--helt' }")).toEqual(['--helt'])
})

it('lets no colour stand outside of the tokens', () => {
  expect(sources.length).toBeGreaterThan(100)
  expect(everywhere(colours)).toEqual([])
})

it('lets nothing read a token that does not exist, and no token stand unread', () => {
  expect([...unknown(tokens), ...everywhere(unknown)]).toEqual([])
  const used = [tokens, ...sources.map(({ text }) => text)].flatMap(read)
  expect(known.filter((name) => !used.includes(name))).toEqual([])
})

it('lets the pages of the server show the values of the tokens, in the light and in the dark', () => {
  for (const path of drawnByServer) {
    const page = readFileSync(path, 'utf8')
    const { light, dark } = inBoth(page)
    const names = Object.keys(light)

    expect(names.length, path).toBeGreaterThan(7)
    expect(light, path).toEqual(asTokens(names, true))
    expect(dark, path).toEqual(asTokens(names, false))
    expect(
      read(page).filter((name) => !names.includes(name)),
      path,
    ).toEqual([])
    expect(colours(page).length, path).toBe(2 * names.length)
  }
})
