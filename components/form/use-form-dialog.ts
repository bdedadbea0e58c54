"use client";

import type { UseMutationResult } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { keepDraft, keptDraft, readDraft, writeDraft } from "@/components/ui/stored-draft";
import { notify } from "@/components/ui/toast";
import { useDraftKey } from "@/components/ui/use-draft";
import { useGone } from "@/components/ui/use-gone";
import { failureBesideFields } from "./form-faults.ts";
import { formDialogDraftTexts } from "./form-messages.ts";
import { type SchemaFormOptions, useSchemaForm } from "./schema-form.tsx";
import { storableFields, typedFields } from "./typed-fields.ts";
import { useHoldPage } from "./use-hold-page.ts";

export interface FormDialogOptions<Values extends FieldValues, Submitted, Sent, Answer>
  extends Pick<SchemaFormOptions<Values, Submitted>, "schema" | "faultTexts" | "conflictField"> {
  /** The present values. Untouched fields follow them. */
  values: Values;
  /** What saves. */
  act: Pick<UseMutationResult<Answer, Error, Sent>, "mutateAsync" | "isPending" | "error" | "reset">;
  /** What is sent; undefined: there is nothing to save, the dialog closes. */
  toSend: (submitted: Submitted) => Sent | undefined;
  onSaved: (answer: Answer, submitted: Submitted) => void;
  /** False: the answer is a question about what was typed, which stays a draft. */
  isSaved?: (answer: Answer) => boolean;
  onClose: () => void;
  /** The name of the draft; without one nothing outlives the dialog. */
  draft?: string | undefined;
  /** Fields that are never stored, at any depth, but kept in memory. "all": the whole draft. */
  secrets?: readonly string[] | "all";
  /** Which state of what is edited `values` are of; stored with the draft. */
  version?: DraftVersion;
  /** Typed already by what opened the dialog, such as a suggested size; goes before a draft. */
  typed?: Partial<Values> | undefined;
}

/** When it was changed, or the texts of its fields where that is not known. */
const draftVersion = z.nullable(z.union([z.number(), z.record(z.string(), z.string())]));
type DraftVersion = z.infer<typeof draftVersion>;
const versionField = "draftVersion";

// The form's own option would keep what was typed.
const replaced = { keepDefaultValues: true, keepDirtyValues: false } as const;

const noSecrets: readonly string[] = [];

/** The parts of a form in a dialog that `FormDialog` draws. */
export interface FormDialogState {
  formId: string;
  submit: () => void;
  pending: boolean;
  /** Gives the title that a failure has after the page was left: `Not created`. */
  nameFailure: (title: string) => void;
  /** The error of the last save, unless all of it is shown at fields. */
  failure: Error | null;
  /** What was typed before is in the form again; "stored": after a reload, without what is never stored. */
  restored: Restored;
  /** The `version` that the draft began with. */
  version: DraftVersion | undefined;
  /** Whether it asks if what was typed may be discarded. */
  discarding: boolean;
  keep: () => void;
  discard: () => void;
  /** Back to the present values, without a draft. */
  startOver: () => void;
  /** Closes; first asks when something was typed. */
  close: () => void;
}

type Restored = false | "whole" | "stored";

/**
 * A form in a dialog: what is typed is stored in the tab until it is saved or discarded, also over a failed save, a reload
 * or another sign-in, and closing asks before it discards something. What is not stored is kept in memory while another page
 * is shown, and holds the page: a reload asks, and a sign-in that has ended is renewed beside it. Mount it when the dialog
 * opens.
 */
export function useFormDialog<Values extends FieldValues, Submitted, Sent, Answer>(
  options: FormDialogOptions<Values, Submitted, Sent, Answer>,
): { form: UseFormReturn<Values, unknown, Submitted>; dialog: FormDialogState } {
  const { act, values, typed, toSend, onSaved, onClose, ...rest } = options;
  const formId = useId();
  const [discarding, setDiscarding] = useState(false);
  const sending = useRef(false);
  const gone = useGone();
  const failedTitle = useRef<string>(undefined);
  const form = useSchemaForm({
    ...rest,
    values,
    failure: act.error,
    resetOptions: { keepDirtyValues: true },
  });
  const draft = useDraft(form, options);
  const close = () => {
    act.reset();
    onClose();
  };
  const discard = () => {
    draft.remove();
    close();
  };
  const save = async (submitted: Submitted) => {
    const sent = toSend(submitted);
    if (sent === undefined) return discard();
    const answer = await act.mutateAsync(sent);
    // Also when the page was left meanwhile: what was typed is saved.
    if (options.isSaved?.(answer) ?? true) draft.remove();
    onSaved(answer, submitted);
  };
  const submit = async () => {
    // State is not yet rendered between two clicks of one frame; the ref is.
    if (sending.current || act.isPending) return;
    sending.current = true;
    // The failure of a save is in `act`, which nobody sees once the page was left.
    const failed = (error: unknown) => {
      if (gone.current && failedTitle.current !== undefined) notify.notDone(failedTitle.current, error);
    };
    await form.handleSubmit((submitted) => save(submitted).catch(failed))();
    sending.current = false;
  };
  return {
    form,
    dialog: {
      formId,
      submit: () => void submit(),
      pending: act.isPending,
      nameFailure: (title) => {
        failedTitle.current = title;
      },
      failure: failureBesideFields(act.error, values, options.conflictField),
      restored: draft.restored,
      version: draft.version,
      discarding,
      keep: () => setDiscarding(false),
      discard,
      startOver: draft.startOver,
      close: () => {
        if (discarding) setDiscarding(false);
        else if (draft.hasTyped()) setDiscarding(true);
        else discard();
      },
    },
  };
}

/** Fills a form with what opened it and with its stored draft, and stores what is typed. */
function useDraft<Values extends FieldValues, Submitted, Sent, Answer>(
  form: UseFormReturn<Values, unknown, Submitted>,
  options: FormDialogOptions<Values, Submitted, Sent, Answer>,
) {
  const { values, typed, draft, secrets = noSecrets } = options;
  const key = useDraftKey(draft);
  const [restored, setRestored] = useState<Restored>(false);
  const [version, setVersion] = useState(options.version);
  const [isHeld, setHeld] = useState(false);
  useHoldPage(isHeld);
  const fieldsTyped = (now: FieldValues) => typedFields(now, { ...values, ...typed });
  const store = useEffectEvent((storedAt: string | undefined, now: FieldValues, of = version) => {
    const all = fieldsTyped(now);
    if (storedAt !== undefined) {
      keepDraft(storedAt, withVersion(all, of));
      if (secrets !== "all")
        writeDraft(storedAt, withVersion(storableFields(now, { ...values, ...typed }, secrets), of));
    }
    const isNothingStored = storedAt === undefined || secrets === "all";
    setHeld(isNothingStored ? Object.keys(all).length > 0 : hasSecret(all, secrets));
  });
  // Effects run again whenever react-hook-form's functions change.
  const begun = useRef<string>(undefined);
  const begin = useEffectEvent((storedAt: string | undefined) => {
    const state = storedAt ?? formDialogDraftTexts.withoutADraft;
    if (begun.current === state) return;
    begun.current = state;
    const kept = storedAt === undefined ? undefined : keptDraft(storedAt);
    const draftFields = storedAt === undefined ? {} : (kept ?? readDraft(storedAt));
    const stored = fieldsOf(draftFields, values);
    const isRestored =
      Object.keys(stored).some((name) => typed?.[name] === undefined) && !form.formState.isDirty;
    if (isRestored || typed !== undefined)
      form.reset({ ...values, ...(isRestored ? stored : {}), ...typed }, replaced);
    const of = isRestored ? versionOf(draftFields, options.version) : options.version;
    setVersion(of);
    if (isRestored) store(storedAt, form.getValues(), of);
    setRestored(isRestored ? (kept === undefined && secrets !== noSecrets ? "stored" : "whole") : false);
  });
  const { subscribe } = form;

  useEffect(() => {
    begin(key);
    return subscribe({
      formState: { values: true },
      callback: ({ values: now }) => store(key, now),
    });
  }, [key, subscribe]);

  return {
    restored,
    version,
    hasTyped: () => Object.keys(fieldsTyped(form.getValues())).length > 0,
    remove: () => {
      if (key !== undefined) {
        keepDraft(key, {});
        writeDraft(key, {});
      }
      setHeld(false);
    },
    startOver: () => {
      form.reset({ ...values, ...typed }, replaced);
      setRestored(false);
      setVersion(options.version);
    },
  };
}

const withVersion = (fields: FieldValues, version: DraftVersion | undefined): FieldValues =>
  version === undefined || Object.keys(fields).length === 0 ? fields : { ...fields, [versionField]: version };

function versionOf(fields: FieldValues, otherwise: DraftVersion | undefined): DraftVersion | undefined {
  const read = draftVersion.safeParse(fields[versionField]);
  return read.success ? read.data : otherwise;
}

/** The names of those of the `present` texts that are not as they were when the draft was begun. */
export function changedSince(
  begun: DraftVersion | undefined,
  present: Readonly<Record<string, string>>,
): string[] {
  if (typeof begun !== "object" || begun === null) return [];
  return Object.keys(present).filter((name) => begun[name] !== present[name]);
}

/** Whether something was typed or chosen in a field named in `secrets`, at any depth. */
function hasSecret(typed: unknown, secrets: readonly string[]): boolean {
  if (typeof typed !== "object" || typed === null) return false;
  return Object.entries(typed).some(([name, value]: [string, unknown]) =>
    secrets.includes(name) ? value !== "" && value !== null : hasSecret(value, secrets),
  );
}

/** The stored fields that the form still has, each with the parts that were not stored as they are. */
function fieldsOf(stored: FieldValues, present: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(stored).flatMap(([name, value]: [string, unknown]) => {
      const now: unknown = present[name];
      if (now === undefined || Array.isArray(now) !== Array.isArray(value) || typeof now !== typeof value)
        return [];
      const isRecord =
        typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Blob);
      return [[name, isRecord && typeof now === "object" ? { ...now, ...value } : value]];
    }),
  );
}
