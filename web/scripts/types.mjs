// Writes the types of the API from the contract that the server publishes, so that a change of the
// contract that the pages do not know breaks their build.
import openapi, { astToString } from 'openapi-typescript'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const contract = new URL('../../server/src/main/resources/openapi.yaml', import.meta.url)
const types = fileURLToPath(new URL('../src/api/schema.d.ts', import.meta.url))

const text = astToString(await openapi(contract, { alphabetize: true }))
let before = ''
try {
  before = readFileSync(types, 'utf8')
} catch {
  // It is written for the first time.
}
if (text !== before) writeFileSync(types, text)
