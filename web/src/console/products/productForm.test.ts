import { describe, expect, it } from 'vitest'
import { flaws, input } from './productForm'

const good = { name: 'Phone X', description: '', imageUrl: '' }

describe('the form of a product', () => {
  it('accepts a name alone, and leaves an empty picture out', () => {
    expect(flaws(good)).toEqual({})
    expect(input({ ...good, name: ' Phone X ' })).toEqual({ name: 'Phone X', description: '' })
  })

  it('names each field that is wrong', () => {
    const bad = { name: ' ', description: 'x'.repeat(4001), imageUrl: 'phone.png' }
    expect(flaws(bad)).toEqual({
      name: 'nameMissing',
      description: 'descriptionLong',
      imageUrl: 'imageBad',
    })
  })

  it('takes paths of this server and addresses of others with https as pictures', () => {
    expect(flaws({ ...good, imageUrl: '/demo/phone.svg' })).toEqual({})
    expect(flaws({ ...good, imageUrl: 'https://cdn.example/p.png' })).toEqual({})
    for (const imageUrl of ['javascript:alert(1)', 'http://cdn.example/p.png', '//cdn.example/p']) {
      expect(flaws({ ...good, imageUrl })).toEqual({ imageUrl: 'imageBad' })
    }
  })
})
