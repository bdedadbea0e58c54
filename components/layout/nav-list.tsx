"use client";

import clsx from "clsx";
import { usePathname } from "next/navigation";
import { Link } from "@/components/ui/link";
import { StatusGlyph } from "@/components/ui/status-glyph";
import { isUnder, type NavCounts, navItems } from "./nav-items.ts";
import { navListTexts } from "./shell-messages.ts";

/** Links to the pages with their counts. A collapsed sidebar shows only the icons. */
export function NavList({ counts, onFollow }: { counts: NavCounts; onFollow?: () => void }) {
  const pathname = usePathname();
  return (
    <nav aria-label={navListTexts.pages}>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        {navItems.map((item) => {
          const count = counts[item.key];
          const current = isUnder(item, pathname);
          return (
            <li key={item.key}>
              <Link
                href={item.href}
                aria-current={current ? "page" : undefined}
                title={count?.isStale ? navListTexts.couldNotBeRefreshed(item.label, count.text) : item.label}
                {...(onFollow === undefined ? {} : { onClick: onFollow })}
                className={clsx(
                  "relative flex h-[30px] items-center gap-2.5 rounded-md px-2 whitespace-nowrap pointer-coarse:h-10",
                  current ? "bg-selected font-medium text-ink" : "text-ink-2 hover:bg-hover hover:text-ink",
                )}
              >
                <item.icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
                <span className="flex-auto shrink-0 collapsed:sr-only">{item.label}</span>
                {count?.isStale ? (
                  <StatusGlyph glyph="clock" className="-mr-1 text-warn collapsed:hidden" />
                ) : null}
                {count === undefined ? null : (
                  <span
                    className={clsx(
                      // What does not fit is a second line, which is not seen: the word after a long number.
                      "h-5 min-w-0 overflow-hidden text-label leading-5 font-medium whitespace-normal collapsed:sr-only",
                      count.tone === "bad" ? "text-bad" : count.tone === "warn" ? "text-warn" : "text-ink-3",
                      count.badge === undefined ? "text-right" : "min-w-5 rounded-full px-1.5 text-center",
                      count.badge !== undefined && (count.tone === "bad" ? "bg-bad-bg" : "bg-warn-bg"),
                    )}
                  >
                    {count.text}
                    {count.badge === undefined ? null : <span className="sr-only"> {count.badge}</span>}
                    {count.isStale ? <span className="sr-only">{navListTexts.stale}</span> : null}
                  </span>
                )}
                {count?.tone === "bad" ? (
                  <span
                    aria-hidden="true"
                    className="absolute top-1 right-1 hidden size-1.5 rounded-full bg-bad collapsed:block"
                  />
                ) : null}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
