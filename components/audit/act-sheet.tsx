"use client";

import { CopyableId, DescriptionItem, DescriptionList } from "@/components/ui/description-list";
import { Link } from "@/components/ui/link";
import { ClockTime } from "@/components/ui/relative-time";
import { Sheet } from "@/components/ui/sheet";
import type { AuditedAct, AuditPhase } from "@/lib/bff/audit";
import { formatAct, formatActName, formatAnswer, formatParts } from "@/lib/format/act-messages";
import { formatDuration } from "@/lib/format/duration";
import { paths, resourcePath } from "@/lib/paths";
import { ActOutcomeBadge, outcomeMeaning } from "./act-outcome.tsx";
import { actSheetTexts } from "./audit-on-demand-messages.ts";
import { BatchActs } from "./batch-acts.tsx";

const linkClass = "text-accent hover:underline";

/** One act in full: its object, who did it from where, its ids, and the rows of the audit that it consists of. */
export function ActSheet({ act, onClose }: { act: AuditedAct; onClose: () => void }) {
  const { actor, role, ip, action, target, reason, outcome, parts, batch_id: batch, duration_ms: ms } = act;
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={
        <>
          <ActOutcomeBadge outcome={outcome} />
          <span className="truncate">{formatAct(act)}</span>
        </>
      }
    >
      <DescriptionList>
        <DescriptionItem name={actSheetTexts.outcome}>
          {formatParts(parts) || outcomeMeaning(outcome)}
          <Answer {...act} />
        </DescriptionItem>
        <DescriptionItem name={actSheetTexts.duration}>
          {ms === null ? "–" : formatDuration(ms)}
        </DescriptionItem>
        <DescriptionItem name={actSheetTexts.reason}>
          {reason === "" ? "–" : <span className="whitespace-pre-wrap">{reason}</span>}
        </DescriptionItem>
        <DescriptionItem name={actSheetTexts.person}>
          <Link href={paths.audit({ actor })} className={linkClass} title={actSheetTexts.allActsByThisPerson}>
            {actor === "" ? "–" : actor}
          </Link>{" "}
          <span className="text-ink-3">{role}</span>
        </DescriptionItem>
        <DescriptionItem name={actSheetTexts.address}>
          <span className="font-mono text-label">{ip === "" ? "–" : ip}</span>
        </DescriptionItem>
        <ObjectItems act={act} />
        {target === "" || target === act.object?.id ? null : (
          <DescriptionItem name={actSheetTexts.requested}>
            <CopyableId id={target} what={actSheetTexts.theObjectsId} />
          </DescriptionItem>
        )}
        <DescriptionItem name={actSheetTexts.operation}>
          <Link
            href={paths.audit({ action })}
            className={linkClass}
            title={actSheetTexts.allSuchActs(action)}
          >
            {formatActName(action)}
          </Link>
        </DescriptionItem>
        {parts !== undefined || batch === undefined ? null : (
          <DescriptionItem name={actSheetTexts.batch}>
            <Link href={paths.audit({ batch_id: batch })} className={linkClass}>
              {actSheetTexts.allActsOfThisBatch}
            </Link>
          </DescriptionItem>
        )}
        {parts === undefined ? (
          <DescriptionItem name={actSheetTexts.request}>
            <CopyableId id={act.request_id} what={actSheetTexts.requestId} />
          </DescriptionItem>
        ) : null}
      </DescriptionList>
      {parts === undefined || batch === undefined ? (
        <Phases act={act} />
      ) : (
        <BatchActs batchId={batch} action={action} actor={actor} parts={parts} />
      )}
    </Sheet>
  );
}

/** What was answered, in words; the tooltip has its status and code. */
function Answer({ status, code }: Pick<AuditedAct, "status" | "code">) {
  const text = formatAnswer({ status, code });
  return text === "" ? null : (
    <span title={[status, code].filter((part) => part !== null).join(" ")} className="text-label text-ink-2">
      {" "}
      {text}
    </span>
  );
}

/** The page that shows an object; undefined where none does. */
function objectLink({
  kind,
  id,
  name,
}: NonNullable<AuditedAct["object"]>): { href: string; text: string } | undefined {
  switch (kind) {
    case "alert":
      return { href: paths.alerts({ tab: "history" }), text: actSheetTexts.showAlerts };
    case "alert_rule":
      return { href: paths.alerts({ tab: "rules" }), text: actSheetTexts.showAlertRules };
    case "webhook":
      return { href: paths.alerts({ tab: "webhooks" }), text: actSheetTexts.showWebhooks };
    case "view":
    case "annotation":
      return undefined;
    default:
      return { href: resourcePath(kind, id, name), text: actSheetTexts.open(kind) };
  }
}

function ObjectItems({ act: { object } }: { act: AuditedAct }) {
  if (object === null) return null;
  const { id, name } = object;
  const link = objectLink(object);
  return (
    <>
      {name === null ? null : <DescriptionItem name={actSheetTexts.object}>{name}</DescriptionItem>}
      <DescriptionItem name={name === null ? actSheetTexts.object : actSheetTexts.objectIdLabel}>
        <CopyableId id={id} what={actSheetTexts.objectId} />
        <span className="flex flex-wrap gap-x-3 text-label">
          {link === undefined ? null : (
            <Link href={link.href} className={linkClass}>
              {link.text}
            </Link>
          )}
          <Link href={paths.audit({ target: id })} className={linkClass}>
            {actSheetTexts.allActsOnThisObject}
          </Link>
        </span>
      </DescriptionItem>
    </>
  );
}

const phaseTexts = {
  intended: actSheetTexts.requestRecordedAndSent,
  answered: actSheetTexts.answered,
  unknown: actSheetTexts.noAnswer,
  denied: actSheetTexts.refused,
  event: actSheetTexts.recorded,
} as const satisfies Record<AuditPhase, string>;

function Phases({ act: { phases } }: { act: AuditedAct }) {
  return (
    <section aria-label={actSheetTexts.phases} className="mt-4">
      <h3 className="mb-1 text-label font-medium text-ink-3">{actSheetTexts.phases}</h3>
      <ol>
        {phases.map(({ seq, phase, at_ms: atMs, status, code }) => (
          <li
            key={seq}
            className="flex min-h-8 flex-wrap items-center gap-x-3 border-line not-first:border-t"
          >
            <span className="text-label text-ink-2">
              <ClockTime at={atMs} withDate />
            </span>
            <span>{phaseTexts[phase]}</span>
            <Answer status={status} code={code} />
            <span className="ml-auto text-label text-ink-3">{actSheetTexts.row(seq)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
