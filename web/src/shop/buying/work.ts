import { padded, sha256, zeroBits } from '../../common/sha256'

export interface Work {
  nonce: string
  difficulty: number
}

const TRIES_PER_WORD = 20_000
const DIGITS_MAX = 16

/** Looks for a number that makes the hash of nonce and number start with enough zeros. */
export function solve(work: Work, tried: (tries: number) => void): string {
  const nonce = new TextEncoder().encode(work.nonce)
  const bytes = new Uint8Array(padded(nonce.length + DIGITS_MAX))
  bytes.set(nonce)
  for (let number = 0; ; number++) {
    const length = write(bytes, nonce.length, number)
    if (zeroBits(sha256(bytes, length)) >= work.difficulty) return String(number)
    if (number % TRIES_PER_WORD === 0) tried(number)
  }
}

/** Writes the number's digits; answers where they end. */
function write(bytes: Uint8Array, at: number, number: number): number {
  let digits = 1
  for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) digits++
  let rest = number
  for (let i = at + digits - 1; i >= at; i--) {
    bytes[i] = 48 + (rest % 10)
    rest = Math.floor(rest / 10)
  }
  return at + digits
}

/**
 * How far along so many tries are: the chance that the answer would have been found by now. It never
 * reaches one before it is, however unlucky the search.
 */
export function progress(tries: number, difficulty: number): number {
  return 1 - Math.exp(-tries / 2 ** difficulty)
}
