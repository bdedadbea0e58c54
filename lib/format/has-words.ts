/** As the API's search in lists is documented: in any case, with or without accents. */
const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Whether each word of a search is part of one of these texts. */
export function hasWords(texts: readonly (string | null | undefined)[], search: string): boolean {
  const searched = texts.map((text) => folded(text ?? ""));
  return folded(search)
    .split(/\s+/)
    .every((word) => searched.some((text) => text.includes(word)));
}
