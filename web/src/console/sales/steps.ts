import { take, type AdminSale, type Step } from '../catalogue'
import { agrees, tell, tellFailure } from '../tell'
import { say } from '../words/sales'

/** Takes a step with a sale after the operator has agreed; the sale as it is then, or nothing. */
export async function step(which: Step, sale: AdminSale): Promise<AdminSale | null> {
  const title = say(`${which}Title`, sale.title)
  const weight = which === 'close' ? 'grave' : 'usual'
  if (!(await agrees(title, say(`${which}Text`), say(which), weight))) return null
  const answer = await take(which, sale.saleId)
  if (answer.ok) {
    tell(say(`${which}Done`))
    return answer.value
  }
  const { failure } = answer
  if (failure.code !== 'SALE_STATE') tellFailure(failure)
  else tellFailure({ ...failure, detail: say(failure.field === 'closesAt' ? 'past' : 'moved') })
  return null
}
