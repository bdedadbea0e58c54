"use client";

import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button-class";
import { Skeleton } from "@/components/ui/skeleton";
import type { AttentionItem } from "./attention.ts";

const looks = {
  unheard: { word: "Stale", tone: "warn", glyph: "clock" },
  failing: { word: "Failing", tone: "bad", glyph: "cross" },
  stuck: { word: "Stuck", tone: "warn", glyph: "clock" },
  down: { word: "Down", tone: "bad", glyph: "cross" },
  short: { word: "Short", tone: "warn", glyph: "triangle" },
} as const;

/** What needs somebody, worst first; undefined while the lists are awaited. */
export function AttentionList({ items }: { items: readonly AttentionItem[] | undefined }) {
  return (
    <section aria-labelledby="needs-attention" className="grid gap-2">
      <h2 id="needs-attention" className="font-semibold">
        Needs attention
      </h2>
      {items === undefined ? <Skeleton className="h-14" /> : null}
      {items?.length === 0 ? (
        <p className="rounded-lg border border-line px-3.5 py-3 text-ink-2">
          Nothing: no version fails often, no run takes unusually long, no pool is empty and short of its
          size, no proxy is down.
        </p>
      ) : null}
      {items && items.length > 0 ? (
        <ul className="rounded-lg border border-line">
          {items.map((item) => {
            const { word, tone, glyph } = looks[item.kind];
            return (
              <li
                key={item.key}
                className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-line px-3.5 py-2.5 not-first:border-t"
              >
                <span className="w-20">
                  <Badge tone={tone} glyph={glyph}>
                    {word}
                  </Badge>
                </span>
                <span className="min-w-0 flex-1 basis-60">
                  <span className="font-medium break-words">{item.title}</span>
                  <span className="block text-label break-words text-ink-3">{item.evidence}</span>
                </span>
                <Link href={item.href} className={buttonClass()}>
                  {item.act}
                </Link>
              </li>
            );
          })}
        </ul>
      ) : null}
    </section>
  );
}
