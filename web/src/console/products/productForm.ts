import type { Schemas } from '../../api/client'

export interface ProductDraft {
  name: string
  description: string
  imageUrl: string
}

export type ProductFlaw = 'nameMissing' | 'nameLong' | 'descriptionLong' | 'imageBad'

/** What is wrong, by field, before the server is asked. */
export function flaws(draft: ProductDraft): Partial<Record<keyof ProductDraft, ProductFlaw>> {
  const found: Partial<Record<keyof ProductDraft, ProductFlaw>> = {}
  if (draft.name.trim() === '') found.name = 'nameMissing'
  else if ([...draft.name.trim()].length > 200) found.name = 'nameLong'
  if ([...draft.description].length > 4000) found.description = 'descriptionLong'
  const image = draft.imageUrl.trim()
  if (image !== '' && (!/^(https:\/\/|\/(?!\/))/.test(image) || image.length > 2000)) {
    found.imageUrl = 'imageBad'
  }
  return found
}

export function input(draft: ProductDraft): Schemas['ProductInput'] {
  const image = draft.imageUrl.trim()
  return {
    name: draft.name.trim(),
    description: draft.description.trim(),
    ...(image === '' ? {} : { imageUrl: image }),
  }
}
