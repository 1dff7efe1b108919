import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'

/** Types worth to be compressed; pictures are already. */
const TEXTS = /\.(html|js|css|svg|json|txt|webmanifest)$/

/** What an earlier build has left beside its files. */
const MADE_HERE = /\.(br|gz)$|files\.txt$/

/**
 * Compresses each file once, at build time, and lists all files for the server: one line per file with
 * its path and a tag that is a hash of its bytes.
 */
export function compressed(): Plugin {
  let folder = ''
  return {
    name: 'sluice-compressed',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir
    },
    closeBundle() {
      const lines: string[] = []
      for (const file of filesBelow(folder)) {
        if (MADE_HERE.test(file)) continue
        const bytes = readFileSync(file)
        const tag = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
        lines.push(`${relative(folder, file)} ${tag}`)
        if (!TEXTS.test(file)) continue
        const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: quality }))
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
      }
      writeFileSync(join(folder, 'files.txt'), lines.sort().join('\n') + '\n')
    },
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
