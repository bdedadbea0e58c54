import type { CellFilter } from "@/components/data-table/column";
import { invocationStatus } from "@/lib/contract/invocations";
import { isListKey } from "./filter-fields.ts";
import type { InvocationScreen } from "./invocation-screen.ts";

/** What a click on a value changes: it becomes the only one of its field, or with Alt one more that is left out. Other
 *  filters stay. Undefined for a value that cannot be filtered by. */
export function cellFilter(
  { columnId, value, exclude }: CellFilter,
  screen: InvocationScreen,
): Partial<InvocationScreen> | undefined {
  if (!isListKey(columnId)) return undefined;
  const notKey = `not_${columnId}` as const;
  const unwanted = (screen[notKey] ?? []).filter((each) => each !== value);
  if (exclude) {
    const wanted: readonly string[] = screen[columnId] ?? [];
    const left = wanted.filter((each) => each !== value);
    return {
      [notKey]: [...unwanted, value],
      ...(left.length === wanted.length ? {} : { [columnId]: left.length === 0 ? undefined : left }),
    };
  }
  // The API knows no other statuses, so it cannot be asked for one.
  if (columnId === "status" && !invocationStatus.safeParse(value).success) return undefined;
  return { [columnId]: [value], [notKey]: unwanted.length === 0 ? undefined : unwanted };
}
