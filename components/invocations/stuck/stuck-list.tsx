"use client";

import Link from "next/link";
import { DurationText } from "@/components/ui/duration-text";
import { formatCount } from "@/lib/format/numbers";
import { shortId } from "@/lib/format/short-id";
import { paths } from "@/lib/paths";
import { CancelInvocation } from "../detail/cancel-invocation.tsx";
import { evidenceOf, type StuckInvocation } from "./stuck.ts";

const shownLimit = 50;

/** The invocations that should have ended, the longest first. */
export function StuckList({ id, stuck }: { id: string; stuck: readonly StuckInvocation[] }) {
  return (
    <ul
      id={id}
      aria-label="Invocations that look stuck"
      className="max-h-80 overflow-y-auto border-t border-line"
    >
      {stuck.slice(0, shownLimit).map((each) => (
        <StuckRow key={each.invocation.id} stuck={each} />
      ))}
      {stuck.length > shownLimit ? (
        <li className="px-3 py-1.5 text-label text-ink-3">
          The {shownLimit} longest are shown, of {formatCount(stuck.length)}.
        </li>
      ) : null}
    </ul>
  );
}

/** One of them: what it is, the evidence, and a button to cancel it. */
function StuckRow({ stuck: { invocation, reason } }: { stuck: StuckInvocation }) {
  const name = invocation.action_name ?? "invocation";
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1 last:border-b-0">
      <Link
        href={paths.invocation(invocation.id)}
        className="min-w-0 truncate font-medium hover:underline"
        title={invocation.id}
      >
        {name} <span className="font-mono text-label font-normal text-ink-3">{shortId(invocation.id)}</span>
      </Link>
      <span className="text-label text-ink-3">
        {invocation.app_name} <span className="font-mono">{invocation.version}</span>
      </span>
      <span className="min-w-0 flex-1 basis-52 text-label text-ink-2">
        running <DurationText from={invocation.started_at} running />, {evidenceOf(reason)}
        {reason.kind === "past_limit" ? " · certain" : ""}
      </span>
      <CancelInvocation invocation={invocation} />
    </li>
  );
}
