"use client";

import {
  type ClipboardEvent,
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useState,
} from "react";
import { fieldTexts } from "./ui-messages.ts";

/**
 * Connects a control to its label, hint and error. Every control of this folder reads it, so
 * `<Field><Input/></Field>` needs no ids.
 */
interface FieldControl {
  readonly id: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: true;
}

const FieldContext = createContext<FieldControl | undefined>(undefined);

/** Attributes for a control inside a `Field`; empty outside of one. */
export function useFieldControl(): Partial<FieldControl> {
  return useContext(FieldContext) ?? {};
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;
const isTextControl = (target: EventTarget): target is TextControl =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

interface Cut {
  limit: number;
  control: TextControl;
  text: string;
}

/** What a text control cuts of what is pasted into it at its limit; undefined where all of it fits. */
function cutOf({ target: control, clipboardData }: ClipboardEvent): Cut | undefined {
  if (!isTextControl(control)) return undefined;
  const { value: text, maxLength: limit, selectionStart, selectionEnd } = control;
  if (limit < 0 || control.readOnly) return undefined;
  const replaced = (selectionEnd ?? 0) - (selectionStart ?? 0);
  // A line end counts as one, however it is pasted. A field of one line leaves out those at the end.
  const lines = clipboardData.getData("text/plain").replaceAll("\r\n", "\n");
  const pasted = control instanceof HTMLInputElement ? lines.replace(/[\r\n]+$/, "") : lines;
  return text.length - replaced + pasted.length > limit ? { limit, control, text } : undefined;
}

/** What was cut of the text that was pasted last, until the text is another: typed, or replaced by the program. */
function useCutNotice() {
  const [cut, setCut] = useState<Cut>();
  // The text of a control may be replaced without an event.
  useEffect(() => {
    if (cut && cut.control.value !== cut.text) setCut(undefined);
  });
  return {
    cutAt: cut?.limit,
    onPaste: (event: ClipboardEvent) => setCut(cutOf(event)),
    onInput({ target, nativeEvent }: FormEvent) {
      const isPasted = nativeEvent instanceof InputEvent && nativeEvent.inputType === "insertFromPaste";
      setCut((now) =>
        isPasted && now?.control === target ? { ...now, text: now.control.value } : undefined,
      );
    },
  };
}

/** A control with its label, its hint or its fault, and the notice that pasted text was cut at the control's limit. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  className = "",
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  const notice = useCutNotice();
  // A fault says the rule that was broken, in the place of the hint.
  const isHintShown = hint !== undefined && error === undefined;
  const described = [
    isHintShown ? `${id}-hint` : "",
    error === undefined ? "" : `${id}-error`,
    notice.cutAt === undefined ? "" : `${id}-cut`,
  ]
    .filter((part) => part !== "")
    .join(" ");
  const control: FieldControl = {
    id,
    ...(described === "" ? {} : { "aria-describedby": described }),
    ...(error === undefined ? {} : { "aria-invalid": true }),
  };
  return (
    <div
      className={`relative grid min-w-0 content-start gap-1 ${className}`}
      onPaste={notice.onPaste}
      onInput={notice.onInput}
    >
      <label htmlFor={id} className="text-label font-medium text-ink-2">
        {label}
        {optional ? <span className="font-normal text-ink-3">{fieldTexts.optional}</span> : null}
      </label>
      <FieldContext value={control}>{children}</FieldContext>
      {error === undefined ? null : (
        <p id={`${id}-error`} role="alert" className="text-label text-bad break-words">
          {error}
        </p>
      )}
      {/* There before its text is, as several screen readers say only what changes in an element that they know. */}
      <p id={`${id}-cut`} aria-live="polite" className="text-label text-warn empty:absolute">
        {notice.cutAt === undefined ? null : fieldTexts.pastedTextCut(notice.cutAt)}
      </p>
      {!isHintShown ? null : (
        <p id={`${id}-hint`} className="text-label text-ink-3">
          {hint}
        </p>
      )}
    </div>
  );
}
