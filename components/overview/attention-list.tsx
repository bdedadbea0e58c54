"use client";

import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button-class";
import { DataFreshness } from "@/components/ui/data-freshness";
import { Skeleton } from "@/components/ui/skeleton";
import { useClockText } from "@/components/ui/use-now";
import type { Attention, AttentionItem } from "@/lib/bff/attention";
import { formatAge } from "@/lib/format/duration";
import { formatExamined, unavailableMessages } from "./attention-check-messages.ts";
import { attentionMessage } from "./attention-messages.ts";

/** Problems that need an operator, worst first, and the subjects checked; `attention` is undefined while
 *  loading. */
export function AttentionList({ attention }: { attention: Attention | undefined }) {
  return (
    <section aria-labelledby="needs-attention" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-2">
        <h2 id="needs-attention" className="font-semibold">
          Needs attention
        </h2>
        {attention === undefined ? null : <AttentionChecks attention={attention} />}
      </div>
      {attention === undefined ? <Skeleton className="h-14" /> : null}
      {attention?.items.length === 0 ? <Nothing attention={attention} /> : null}
      {attention && attention.items.length > 0 ? (
        <ul className="rounded-lg border border-line">
          {attention.items.map((item) => (
            <Item key={item.id} item={item} nowMs={attention.computed_at_ms} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Item({ item, nowMs }: { item: AttentionItem; nowMs: number }) {
  const { word, tone, glyph, title, evidence, href, act } = attentionMessage(item, nowMs);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-line px-3.5 py-2.5 not-first:border-t">
      <span className="w-24">
        <Badge tone={tone} glyph={glyph}>
          {word}
        </Badge>
      </span>
      <span className="min-w-0 flex-1 basis-60">
        <span className="font-medium break-words">{title}</span>
        <span className="block text-label break-words text-ink-3">
          {[...evidence, ...(item.sure === "guess" ? ["few data"] : [])].join(" · ")}
        </span>
      </span>
      {item.since_ms === null ? null : (
        <span className="text-label whitespace-nowrap text-ink-3">
          <Since atMs={item.since_ms} />
        </span>
      )}
      <Link href={href} className={`${buttonClass()} min-w-34 max-sm:w-full`}>
        {act}
      </Link>
    </li>
  );
}

/** How long a condition has lasted. */
function Since({ atMs }: { atMs: number }) {
  return <>{useClockText((nowMs) => formatAge(Math.max(0, nowMs - atMs)), "")}</>;
}

/** An empty list is good news only if every check ran. */
function Nothing({ attention: { checks } }: { attention: Attention }) {
  const whole = checks.every(({ state }) => state === "checked");
  return (
    <p className="rounded-lg border border-line px-3.5 py-3 text-ink-2">
      {whole ? "Nothing needs attention." : "Nothing found so far. Some checks could not run."}
    </p>
  );
}

/** Which subjects were checked, and in words those that could not be. */
function AttentionChecks({ attention: { checks, computed_at_ms } }: { attention: Attention }) {
  const unavailable = unavailableMessages(checks);
  return (
    <DataFreshness
      readAtMs={computed_at_ms}
      source={`Checked: ${formatExamined(checks).join(", ")}.`}
      partial={unavailable.length === 0 ? undefined : unavailable.join("; ")}
    />
  );
}
