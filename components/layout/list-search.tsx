import { SearchBox } from "@/components/ui/search-box";
import { listSearchTexts } from "./layout-messages.ts";
import type { ListScreen } from "./use-list-screen.ts";

/** The search field of a list. */
export function ListSearch({
  list: { screen, searchText },
  label,
  placeholder = listSearchTexts.nameIdOrLabel,
}: {
  list: ListScreen;
  label: string;
  placeholder?: string;
}) {
  return (
    <SearchBox
      label={label}
      placeholder={placeholder}
      value={searchText ?? ""}
      onCommit={(next) => screen.set({ query: next === "" ? undefined : next, offset: undefined }, "replace")}
    />
  );
}
