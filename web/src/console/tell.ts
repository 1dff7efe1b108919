import { ElMessage } from 'element-plus/es/components/message/index'
import { ElMessageBox } from 'element-plus/es/components/message-box/index'
import type { Failure } from '../api/client'
import { say } from './words/common'

/** Where a word does not cover what it is about; the same word is not said twice. */
const PLACE = { placement: 'bottom-right', grouping: true } as const

/** What went wrong, for people. */
export function reason(failure: Failure): string {
  if (failure.code === 'OFFLINE') return say('offline')
  return failure.detail || say('failed')
}

/** The same for the place beside the field, without the name that the field has for programs. */
export function besides(failure: Failure): string {
  const { field, detail } = failure
  if (field === undefined || !detail.startsWith(field)) return reason(failure)
  const rest = detail.slice(field.length).replace(/^[\s：:]+/, '')
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

export function tellFailure(failure: Failure): void {
  if (failure.code === 'NO_OPERATOR') return
  ElMessage({ ...PLACE, message: reason(failure), type: 'error', showClose: true })
}

export function tell(message: string): void {
  ElMessage({ ...PLACE, message, type: 'success' })
}

/** How much hangs on a question: `grave` cannot be taken back, `leaving` is about the page itself. */
export type Weight = 'usual' | 'grave' | 'leaving'

/** Asks before something happens; whether the operator agrees. */
export async function agrees(
  title: string,
  what: string,
  act: string,
  weight: Weight = 'usual',
): Promise<boolean> {
  try {
    await ElMessageBox.confirm(what, title, {
      confirmButtonText: act,
      cancelButtonText: say('cancel'),
      confirmButtonClass: weight === 'usual' ? '' : 'el-button--danger',
      autofocus: false,
      closeOnClickModal: false,
      // Whoever is kept from leaving has the address changed back.
      closeOnHashChange: weight !== 'leaving',
    })
    return true
  } catch {
    return false
  }
}

/** Asks for a few words; null when the operator gives none and leaves. */
export async function asksFor(
  title: string,
  what: string,
  act: string,
  words: { max: number; missing: string },
): Promise<string | null> {
  try {
    const answer = await ElMessageBox.prompt(what, title, {
      confirmButtonText: act,
      cancelButtonText: say('cancel'),
      closeOnClickModal: false,
      inputValidator: (text: string | null) =>
        (text ?? '').trim() !== '' && (text ?? '').trim().length <= words.max
          ? true
          : words.missing,
    })
    return (answer as { value: string }).value.trim()
  } catch {
    return null
  }
}
