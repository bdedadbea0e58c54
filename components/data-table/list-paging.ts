import type { TablePaging } from "./table-footer.tsx";

/**
 * The paging of a list whose offset and limit are in the address, where the first page has no offset. `set` changes
 * the address; another limit begins at the first page again.
 */
export function listPaging(
  at: { offset: number; limit: number; hasMore: boolean },
  set: (changes: { offset: number | undefined; limit?: number }) => void,
): TablePaging {
  return {
    ...at,
    onOffsetChange: (next) => set({ offset: next === 0 ? undefined : next }),
    onLimitChange: (next) => set({ limit: next, offset: undefined }),
  };
}
