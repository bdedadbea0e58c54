"use client";

import { ChevronRight } from "lucide-react";
import { Fragment, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { useClockText } from "@/components/ui/use-now";
import type { Attention, AttentionEntry } from "@/lib/bff/attention";
import { unavailableMessages } from "./attention-check-messages.ts";
import { attentionMessage, formatSince } from "./attention-messages.ts";
import type { Evidence } from "./attention-parts.ts";
import { checksBesideList } from "./beside-banner.ts";
import { attentionListTexts } from "./overview-messages.ts";

/** More are shown on request. */
const shownFirst = 8;

/** One row per cause, the worst first; `attention` is undefined while loading. */
export function AttentionList({
  attention,
  isBesideBanner = false,
}: {
  attention: Attention | undefined;
  /** Above it a banner says what is wrong first. */
  isBesideBanner?: boolean;
}) {
  const [all, setAll] = useState(false);
  const entries = attention?.entries ?? [];
  const shown = all ? entries : entries.slice(0, shownFirst);
  const hidden = entries.length - shown.length;
  return (
    <section aria-labelledby="needs-attention" className="grid gap-2">
      <h2 id="needs-attention" className="sr-only">
        {attentionListTexts.needsAttention}
      </h2>
      {attention === undefined ? <Skeleton className="h-13" /> : null}
      {attention?.entries.length === 0 ? (
        <Nothing checks={attention.checks} isBesideBanner={isBesideBanner} />
      ) : null}
      {attention && entries.length > 0 ? (
        <div className="overflow-hidden rounded-lg border border-line">
          <ul>
            {shown.map((entry) => (
              <Entry key={entry.cause.id} entry={entry} attention={attention} />
            ))}
          </ul>
          {hidden > 0 ? (
            <Button
              variant="ghost"
              className="w-full rounded-none! border-x-0! border-b-0! border-line!"
              onClick={() => setAll(true)}
            >
              {attentionListTexts.showMore(hidden)}
            </Button>
          ) : null}
        </div>
      ) : null}
      {attention === undefined ? null : <Unavailable attention={attention} />}
    </section>
  );
}

/** On a phone the whole row is the link. */
function Entry({ entry, attention }: { entry: AttentionEntry; attention: Attention }) {
  const { word, tone, glyph, title, detail, evidence, href, act } = attentionMessage(entry, attention);
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-line px-3.5 py-2 not-first:border-t max-sm:pr-9 sm:grid-cols-[6.5rem_minmax(0,1fr)_auto_8.5rem]">
      <span>
        <Badge tone={tone} glyph={glyph}>
          {word}
        </Badge>
      </span>
      <span className="min-w-0 max-sm:order-last max-sm:col-span-2">
        <span className="break-words">
          <span className="font-semibold">{title}.</span>
          {detail === undefined ? null : ` ${detail}`}
        </span>
        <span className="block text-label break-words text-ink-2">
          {evidence.map((each, at) => (
            <Fragment key={each.text}>
              {at === 0 ? null : " · "}
              <EvidenceText evidence={each} />
            </Fragment>
          ))}
        </span>
      </span>
      <span className="text-label whitespace-nowrap text-ink-2">
        <Since entry={entry} />
      </span>
      <Link href={href} className={`${buttonClass()} max-sm:hidden`}>
        {act}
      </Link>
      <Link
        href={href}
        aria-label={act}
        className="focus-inset absolute inset-0 flex items-center justify-end pr-2.5 text-ink-3 sm:hidden"
      >
        <ChevronRight className="size-4" />
      </Link>
    </li>
  );
}

function EvidenceText({ evidence: { text, href } }: { evidence: Evidence }) {
  if (href === undefined) return <>{text}</>;
  return (
    <Link
      href={href}
      className="underline decoration-line-strong underline-offset-3 hover:text-ink hover:decoration-current"
    >
      {text}
    </Link>
  );
}

/** How long a condition has lasted. */
function Since({ entry }: { entry: AttentionEntry }) {
  return <>{useClockText((nowMs) => formatSince(entry, nowMs) ?? "", "")}</>;
}

/** An empty list is good news only if every check ran. Below a banner it is none, and the checks that did not run say so. */
function Nothing({ checks, isBesideBanner }: { checks: Attention["checks"]; isBesideBanner: boolean }) {
  const whole = checks.every(({ state }) => state === "checked");
  if (isBesideBanner && !whole) return null;
  return (
    <p className="rounded-lg border border-line px-3.5 py-3 text-ink-2">
      {isBesideBanner
        ? attentionListTexts.nothingElseFound
        : whole
          ? attentionListTexts.nothingNeedsAttention
          : attentionListTexts.nothingFoundSoFar}
    </p>
  );
}

/** In words only what could not be checked. */
function Unavailable({ attention }: { attention: Attention }) {
  const unavailable = unavailableMessages(checksBesideList(attention));
  return unavailable.length === 0 ? null : (
    <p className="px-3.5 text-caption text-ink-3">{unavailable.join(" ")}</p>
  );
}
