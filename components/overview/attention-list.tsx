"use client";

import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button-class";
import { DataFreshness } from "@/components/ui/data-freshness";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import type { Attention, AttentionItem } from "@/lib/bff/attention";
import { formatExamined, unavailableMessages } from "./attention-check-messages.ts";
import { attentionMessage, certaintyLabels } from "./attention-messages.ts";

/** Problems that need an operator, worst first, and the subjects checked; `attention` is undefined while
 *  loading. */
export function AttentionList({ attention }: { attention: Attention | undefined }) {
  return (
    <section aria-labelledby="needs-attention" className="grid gap-2">
      <h2 id="needs-attention" className="font-semibold">
        Needs attention
      </h2>
      {attention === undefined ? <Skeleton className="h-14" /> : null}
      {attention?.items.length === 0 ? <Nothing attention={attention} /> : null}
      {attention && attention.items.length > 0 ? (
        <ul className="rounded-lg border border-line">
          {attention.items.map((item) => (
            <Item key={item.id} item={item} nowMs={attention.computed_at_ms} />
          ))}
        </ul>
      ) : null}
      {attention === undefined ? (
        <Skeleton className="h-4 max-w-96" />
      ) : (
        <AttentionChecks attention={attention} />
      )}
    </section>
  );
}

function Item({ item, nowMs }: { item: AttentionItem; nowMs: number }) {
  const { word, tone, glyph, title, evidence, href, act } = attentionMessage(item, nowMs);
  const sure = certaintyLabels[item.sure];
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
          {evidence.join(" · ")}
          {item.since_ms === null ? null : (
            <>
              {" · began "}
              <RelativeTime at={item.since_ms} />
            </>
          )}
          {sure === undefined ? null : ` · ${sure}`}
        </span>
      </span>
      <Link href={href} className={buttonClass()}>
        {act}
      </Link>
    </li>
  );
}

/** An empty list is good news only if every check ran. */
function Nothing({ attention: { checks } }: { attention: Attention }) {
  const whole = checks.every(({ state }) => state === "checked");
  return (
    <p className="rounded-lg border border-line px-3.5 py-3 text-ink-2">
      {whole
        ? "Nothing: no version fails often or is slower, failures do not spike, no invocation is stuck, no pool is short, no proxy is down or flaps, no alert is open but those muted."
        : "Nothing was found in what could be looked at; the line below says what could not."}
    </p>
  );
}

/** When and which subjects were checked, and which could not be. */
function AttentionChecks({ attention: { checks, computed_at_ms } }: { attention: Attention }) {
  const unavailable = unavailableMessages(checks);
  return (
    <DataFreshness
      readAtMs={computed_at_ms}
      source={`looked at ${formatExamined(checks).join(", ")}`}
      completeness={unavailable.length === 0 ? "complete" : unavailable.join("; ")}
    />
  );
}
