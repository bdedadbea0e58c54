"use client";

import clsx from "clsx";
import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { Button } from "@/components/ui/button";
import { formatJson } from "@/lib/format/format-json";
import { formatBytes } from "@/lib/format/numbers";
import type { CodeAreaProps, CodeHandle } from "./code-area.tsx";
import { jsonEditorTexts } from "./json-editor-messages.ts";
import { type JsonFault, jsonFaultOf } from "./json-fault.ts";
import { useDebouncedText } from "./use-debounced-text.ts";

/**
 * A JSON editor: validated while typing, formatted on demand, limited in size. Empty text is valid. A plain
 * textarea of the same size stands in until the editor's code has loaded, and stays if that fails.
 */
export function JsonEditor({
  label,
  value,
  onChange,
  hint,
  maxBytes,
  error,
  warning,
  tools,
}: {
  label: ReactNode;
  value: string;
  onChange: (text: string) => void;
  /** Placeholder of the empty editor. */
  hint: string;
  maxBytes: number;
  /** An error from outside. */
  error?: string | undefined;
  /** A problem that does not make the text invalid. */
  warning?: string | undefined;
  /** Further actions beside "Format". */
  tools?: ReactNode;
}) {
  const id = useId();
  const plain = useRef<HTMLTextAreaElement>(null);
  const handle = useRef<CodeHandle>(undefined);
  const { Area, startAt } = useCodeArea(plain);
  const { fault, sizeBytes } = useCheckedJson(value, maxBytes);
  const tooBig = sizeBytes > maxBytes;
  const invalid = fault !== undefined || tooBig || error !== undefined;
  const described = { labelledBy: `${id}-label`, describedBy: `${id}-note ${id}-size` };

  const goTo = (at: number) => {
    if (handle.current !== undefined) return handle.current.goTo(at);
    plain.current?.focus();
    plain.current?.setSelectionRange(at, at);
  };
  const nothing = value.trim() === "" ? jsonEditorTexts.thereIsNothingToFormat : undefined;

  return (
    <div className="grid min-w-0 gap-1">
      <div className="flex min-h-6 flex-wrap items-end gap-x-2 gap-y-1">
        <span id={described.labelledBy} className="mr-auto text-label font-medium text-ink-2">
          {label}
        </span>
        {tools}
        <Button
          size="sm"
          disabledReason={nothing ?? (fault === undefined ? undefined : jsonEditorTexts.correctTheJsonFirst)}
          onClick={() => (jsonFaultOf(value) === undefined ? onChange(formatJson(value)) : undefined)}
        >
          {jsonEditorTexts.format}
        </Button>
      </div>
      <div
        className={clsx(
          "h-72 min-w-0 overflow-hidden rounded-md border bg-raised focus-within:outline-2 focus-within:outline-focus",
          invalid ? "border-bad" : "border-line-control",
        )}
      >
        {Area === undefined ? (
          <textarea
            ref={plain}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            placeholder={hint}
            spellCheck={false}
            aria-labelledby={described.labelledBy}
            aria-describedby={described.describedBy}
            aria-invalid={invalid || undefined}
            className="block size-full resize-none bg-transparent py-1.5 pr-2 pl-10 font-mono text-label leading-[18px] outline-none pointer-coarse:text-[16px]"
          />
        ) : (
          <Area
            {...described}
            value={value}
            onChange={onChange}
            invalid={invalid}
            fault={fault}
            hint={hint}
            startAt={startAt}
            handle={handle}
          />
        )}
      </div>
      <div className="flex min-h-5 flex-wrap items-start gap-x-3 text-label">
        <p id={`${id}-note`} role="status" className="min-w-0 flex-1 basis-48 break-words">
          <EditorNote fault={fault} error={error} warning={warning} onGoTo={goTo} />
        </p>
        <p id={`${id}-size`} className={clsx("font-mono text-caption", tooBig ? "text-bad" : "text-ink-3")}>
          {jsonEditorTexts.sizeOfMost({ size: formatBytes(sizeBytes), most: formatBytes(maxBytes) })}
        </p>
      </div>
    </div>
  );
}

/** The editor's code once it has loaded, and where the cursor was in the plain textarea, if it was there. */
function useCodeArea(plain: RefObject<HTMLTextAreaElement | null>) {
  const [Area, setArea] = useState<ComponentType<CodeAreaProps>>();
  const [startAt, setStartAt] = useState<number>();
  useEffect(() => {
    let wanted = true;
    const take = ({ CodeArea }: typeof import("./code-area.tsx")) => {
      if (!wanted) return;
      const area = plain.current;
      setStartAt(area !== null && document.activeElement === area ? area.selectionEnd : undefined);
      setArea(() => CodeArea);
    };
    import("./code-area.tsx").then(take, () => undefined);
    return () => {
      wanted = false;
    };
  }, [plain]);
  return { Area, startAt };
}

/** The first fault of a text, and its size, once typing has paused. */
function useCheckedJson(value: string, maxBytes: number) {
  const settled = useDebouncedText(value);
  const { fault, sizeBytes } = useMemo(() => {
    const sizeBytes = new Blob([settled]).size;
    const checked = settled.trim() !== "" && sizeBytes <= maxBytes;
    return { fault: checked ? jsonFaultOf(settled) : undefined, sizeBytes };
  }, [settled, maxBytes]);
  // An error of an outdated text points at the wrong position.
  return { fault: settled === value ? fault : undefined, sizeBytes };
}

/** The worst that there is to say about the text. */
function EditorNote({
  fault,
  error,
  warning,
  onGoTo,
}: {
  fault: JsonFault | undefined;
  error: string | undefined;
  warning: string | undefined;
  onGoTo: (at: number) => void;
}) {
  if (fault !== undefined)
    return (
      <button type="button" className="text-left text-bad hover:underline" onClick={() => onGoTo(fault.at)}>
        {jsonEditorTexts.lineColumn({ line: fault.line, column: fault.column, message: fault.message })}
      </button>
    );
  if (error !== undefined) return <span className="text-bad">{error}</span>;
  if (warning !== undefined) return <span className="text-warn">{warning}</span>;
  return <span className="text-ink-3">{jsonEditorTexts.leaveEditorHint}</span>;
}
