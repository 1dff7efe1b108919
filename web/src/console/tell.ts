import { ElMessage } from 'element-plus/es/components/message/index'
import { ElMessageBox } from 'element-plus/es/components/message-box/index'
import type { Failure } from '../api/client'
import { say } from './words/common'

/** What went wrong, for people. */
export function reason(failure: Failure): string {
  if (failure.code === 'OFFLINE') return say('offline')
  return failure.detail || say('failed')
}

export function tellFailure(failure: Failure): void {
  if (failure.code === 'NO_OPERATOR') return
  ElMessage({ message: reason(failure), type: 'error', grouping: true, showClose: true })
}

export function tell(message: string): void {
  ElMessage({ message, type: 'success', grouping: true })
}

/** Asks before something that cannot be taken back; whether the operator agrees. */
export async function agrees(title: string, what: string, act: string): Promise<boolean> {
  try {
    await ElMessageBox.confirm(what, title, {
      confirmButtonText: act,
      cancelButtonText: say('cancel'),
      autofocus: false,
      closeOnClickModal: false,
    })
    return true
  } catch {
    return false
  }
}
