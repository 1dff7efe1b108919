/** SHA-256, made for many short texts one after the other: nothing is allocated per text. */
const K = new Int32Array(64)
const START = new Int32Array(8)
const words = new Int32Array(64)
const state = new Int32Array(8)

fillConstants()

/** The first 32 bits of the roots of the first primes, as the standard has them. */
function fillConstants(): void {
  const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0
  for (let found = 0, n = 2; found < 64; n++) {
    let isPrime = true
    for (let d = 2; d * d <= n; d++) if (n % d === 0) isPrime = false
    if (!isPrime) continue
    if (found < 8) START[found] = fraction(Math.sqrt(n))
    K[found++] = fraction(Math.cbrt(n))
  }
}

/**
 * Puts the hash of the first `length` bytes into a state of eight words, which is used again by the next
 * call. The buffer must have room for the padding: `padded(length)` bytes.
 */
export function sha256(bytes: Uint8Array, length: number): Int32Array {
  const end = padded(length)
  bytes.fill(0, length, end)
  bytes[length] = 0x80
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  view.setUint32(end - 4, length * 8)
  state.set(START)
  for (let at = 0; at < end; at += 64) block(view, at)
  return state
}

/** The length with padding. */
export function padded(length: number): number {
  return Math.ceil((length + 9) / 64) * 64
}

/** How many zero bits a hash starts with. */
export function zeroBits(hash: Int32Array): number {
  let bits = 0
  for (const word of hash) {
    const zeros = Math.clz32(word)
    bits += zeros
    if (zeros < 32) break
  }
  return bits
}

function block(view: DataView, at: number): void {
  const w = words
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + i * 4)
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15]!
    const y = w[i - 2]!
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  state[0] = state[0]! + a
  state[1] = state[1]! + b
  state[2] = state[2]! + c
  state[3] = state[3]! + d
  state[4] = state[4]! + e
  state[5] = state[5]! + f
  state[6] = state[6]! + g
  state[7] = state[7]! + h
}
