import { ref } from 'vue'

/** What a screen reader says next, politely. */
export const announced = ref('')

export function announce(text: string): void {
  announced.value = text
}
