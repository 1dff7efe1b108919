import { watchEffect } from 'vue'
import { say } from './say'

/** The title of the page while it is shown. */
export function useTitle(title: () => string | undefined): void {
  watchEffect(() => {
    const own = title()
    document.title = own === undefined ? say('name') : `${own} · ${say('name')}`
  })
}
