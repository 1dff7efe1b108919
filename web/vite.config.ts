import vue from '@vitejs/plugin-vue'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { compressed } from './build/compressed'

// Where `npm run dev` finds a running Sluice.
const server = process.env.SLUICE_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [vue(), compressed()],
  build: {
    outDir: 'target/web',
    assetsDir: 'assets',
    // Pages may not hold anything inline, so nothing becomes a data address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rollupOptions: {
      input: { shop: resolve(__dirname, 'shop.html'), console: resolve(__dirname, 'console.html') },
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
  },
})
