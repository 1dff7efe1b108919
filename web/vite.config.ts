import vue from '@vitejs/plugin-vue'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { compressed } from './build/compressed'

// Where `npm run dev` finds a running Sluice.
const server = process.env.SLUICE_URL ?? 'http://127.0.0.1:8080'

/**
 * The oldest browsers that show the pages as they are meant: `light-dark()` and the like are written
 * in the way that these know.
 */
const OLDEST = { chrome: 100 << 16, firefox: 100 << 16, safari: (15 << 16) | (4 << 8) }

/**
 * Each page is a build of its own (`--mode shop`, then `--mode console`), so that what one of them uses
 * of a library weighs nothing in the other.
 */
export default defineConfig(({ mode }) => ({
  plugins: [vue(), compressed()],
  define: mode === 'shop' ? { __VUE_OPTIONS_API__: false } : {},
  css: { transformer: 'lightningcss', lightningcss: { targets: OLDEST } },
  build: {
    cssMinify: 'lightningcss',
    outDir: 'target/web',
    emptyOutDir: mode !== 'console',
    assetsDir: 'assets',
    // Pages may not hold anything inline, so nothing becomes a data address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rollupOptions: {
      input: resolve(__dirname, mode === 'console' ? 'console.html' : 'shop.html'),
    },
    chunkSizeWarningLimit: 1500,
  },
  server: {
    proxy: {
      '/api': { target: server, ws: true },
      '/demo': server,
      '/sandbox': server,
      '/openapi.yaml': server,
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts'],
    // By the clock of the machine, which may stand still for longer than a test takes.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
}))
