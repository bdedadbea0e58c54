import { Kbd } from "@/components/ui/kbd";
import { keyFooterTexts } from "./search-messages.ts";

const keys = [
  [["j", "k"], keyFooterTexts.nextPrevious],
  [["↵"], keyFooterTexts.openLine],
  [["c"], keyFooterTexts.copyLink],
  [["/"], keyFooterTexts.editSearch],
] as const;

/** The keys of the page, at its lower edge; not on a phone, which has none. */
export function KeyFooter() {
  return (
    <footer
      data-key-footer=""
      className="sticky bottom-0 mt-auto flex h-9 items-center gap-6 border-t border-line bg-bg px-5 text-label text-ink-2 max-sm:hidden pointer-coarse:hidden"
    >
      {keys.map(([names, does]) => (
        <span key={does} className="flex items-center gap-1">
          {names.map((name) => (
            <Kbd key={name}>{name}</Kbd>
          ))}
          {does}
        </span>
      ))}
      <span className="ml-auto flex items-center gap-1">
        <Kbd>?</Kbd>
        {keyFooterTexts.allShortcuts}
      </span>
    </footer>
  );
}
