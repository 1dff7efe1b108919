import { ref } from 'vue'

/** Whether the browser knows that there is no network. */
export const isOffline = ref(!navigator.onLine)

const look = () => (isOffline.value = !navigator.onLine)
window.addEventListener('online', look)
window.addEventListener('offline', look)
