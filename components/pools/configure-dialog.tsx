"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { notify } from "@/components/ui/toast";
import type { Pool } from "@/lib/contract/pools";
import { formatCount } from "@/lib/format/numbers";
import { poolMutations } from "@/lib/queries/pool-mutations";
import { capacityOf, nameOf } from "./pool-capacity.ts";
import {
  changesBrowsers,
  changesOf,
  type DraftFault,
  draftOf,
  faultsOf,
  formatChange,
  type PoolDraft,
} from "./pool-changes.ts";

/** Changes a pool's size, rates and browser settings. `preset` undefined: closed. */
export function ConfigureDialog({
  pool,
  preset,
  onClose,
}: {
  pool: Pool;
  /** Initial values that override the pool's present ones. */
  preset: Partial<PoolDraft> | undefined;
  onClose: () => void;
}) {
  const [before, setBefore] = useState(() => draftOf(pool));
  const [draft, setDraft] = useState(before);
  const [discardIdle, setDiscardIdle] = useState(false);
  const update = useMutation(poolMutations.update());
  // Compared with the pool at opening, so that polling in the meantime does not change the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pool is read only on opening
  useEffect(() => {
    if (preset === undefined) return;
    const now = draftOf(pool);
    setBefore(now);
    setDraft({ ...now, ...preset });
    setDiscardIdle(false);
  }, [preset]);

  const { available, acquired } = capacityOf(pool);
  const faults = faultsOf(draft, before);
  const changes = changesOf(draft, before);
  const changeTexts = formatChange(changes, pool);

  return (
    <ConfirmDialog
      open={preset !== undefined}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Configure pool ${nameOf(pool)}`}
      effect={
        <>
          <p>{changeTexts.length === 0 ? "Nothing is changed yet." : changeTexts.join(", ")}</p>
          <p className="text-label text-ink-3">
            The {formatCount(acquired)} acquired browsers stay as they are
            {discardIdle
              ? `; the ${formatCount(available)} idle ones are discarded and made anew.`
              : changesBrowsers(changes)
                ? "; so do the idle ones: only new browsers are made this way."
                : ". A smaller size ends idle ones that are too many."}
          </p>
        </>
      }
      confirmLabel="Change pool"
      tone="primary"
      reason="required"
      onConfirm={async (reason) => {
        const fault = Object.values(faults)[0];
        if (fault !== undefined) throw new Error(`Not sent: ${fault}`);
        if (changeTexts.length === 0 && !discardIdle) throw new Error("Nothing is changed.");
        await update.mutateAsync({
          idOrName: pool.id,
          changes: { ...changes, ...(discardIdle ? { discard_all_idle: true } : {}) },
          reason,
        });
        notify.done(`${nameOf(pool)} was changed`, changeTexts.join(", "));
      }}
    >
      <PoolFields draft={draft} faults={faults} onChange={(part) => setDraft({ ...draft, ...part })} />
      <Checkbox
        checked={discardIdle}
        onCheckedChange={setDiscardIdle}
        label={`Discard the idle browsers (${formatCount(available)} at the last count)`}
      />
    </ConfirmDialog>
  );
}

const numbers = [
  { key: "size", label: "size", hint: "Browsers" },
  { key: "fillRate", label: "fill_rate_per_minute", hint: "Percent of the size" },
  { key: "timeoutSeconds", label: "timeout_seconds", hint: "Seconds without a client" },
] as const;
const switches = [
  { key: "headless", label: "headless" },
  { key: "stealth", label: "stealth" },
  { key: "kioskMode", label: "kiosk_mode" },
] as const;

function PoolFields({
  draft,
  faults,
  onChange,
}: {
  draft: PoolDraft;
  faults: DraftFault;
  onChange: (part: Partial<PoolDraft>) => void;
}) {
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        {numbers.map(({ key, label, hint }) => (
          <Field key={key} label={label} hint={hint} error={faults[key]}>
            <Input
              inputMode="numeric"
              mono
              value={draft[key]}
              onChange={(event) => onChange({ [key]: event.target.value })}
            />
          </Field>
        ))}
        <Field label="proxy_id" hint="Empty: none">
          <Input mono value={draft.proxyId} onChange={(event) => onChange({ proxyId: event.target.value })} />
        </Field>
      </div>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {switches.map(({ key, label }) => (
          <Checkbox
            key={key}
            checked={draft[key]}
            onCheckedChange={(checked) => onChange({ [key]: checked })}
            label={label}
          />
        ))}
      </div>
    </>
  );
}
