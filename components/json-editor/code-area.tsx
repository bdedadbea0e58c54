"use client";

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { linter, setDiagnostics } from "@codemirror/lint";
import { Annotation, Compartment, EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useNonce } from "@/components/ui/nonce";
import type { JsonFault } from "./json-fault.ts";
import { jsonHighlight } from "./json-highlight.ts";

/** Imperative handle of the editor. */
export interface CodeHandle {
  /** Moves the cursor to an offset and focuses the editor. */
  readonly goTo: (at: number) => void;
}

export interface CodeAreaProps {
  value: string;
  onChange: (text: string) => void;
  /** Ids of the label and the description, and whether the text is invalid. */
  labelledBy: string;
  describedBy: string;
  invalid: boolean;
  fault: JsonFault | undefined;
  hint: string;
  /** Cursor position when the editor replaces the plain textarea; undefined leaves the focus alone. */
  startAt: number | undefined;
  handle: RefObject<CodeHandle | undefined>;
}

/** Editor theme in our design tokens: they change with the colour scheme, so one theme serves both. */
const editorTheme = EditorView.theme({
  "&": { height: "100%", backgroundColor: "transparent", color: "var(--ink)", fontSize: "12px" },
  // The box around the editor shows the focus ring.
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "18px", overflow: "auto" },
  ".cm-content": { padding: "6px 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 8px" },
  ".cm-gutters": {
    backgroundColor: "var(--bg-sunk)",
    color: "var(--ink-3)",
    borderRight: "1px solid var(--line)",
  },
  ".cm-gutters .cm-gutterElement": { paddingLeft: "8px", paddingRight: "6px" },
  ".cm-placeholder": { color: "var(--ink-3)" },
  "&.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--bg-selected)",
    outline: "1px solid var(--line-strong)",
  },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--bad-bg)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    backgroundColor: "var(--bad-bg)",
    textDecoration: "underline wavy var(--bad)",
    textUnderlineOffset: "3px",
  },
  ".cm-lintPoint-error:after": { borderBottomColor: "var(--bad)" },
  // iOS zooms in on editable text smaller than 16px.
  "@media (pointer: coarse)": { "&": { fontSize: "16px" }, ".cm-scroller": { lineHeight: "22px" } },
});

/** Marks changes that came in through `value`: they are not reported back. */
const given = Annotation.define<boolean>();

/**
 * The editor itself, lazily loaded. It holds its own text while typing: a `value` that it has not emitted
 * replaces the text, in one step that undo reverts.
 */
export function CodeArea({
  value,
  onChange,
  labelledBy,
  describedBy,
  invalid,
  fault,
  hint,
  startAt,
  handle,
}: CodeAreaProps) {
  const nonce = useNonce();
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  // Emitted texts that have not come back as `value` yet, after the last one that has: typing may be faster
  // than renders.
  const emitted = useRef([value]);
  const emit = useRef(onChange);
  const [attributes] = useState(() => new Compartment());
  const [start] = useState({ value, startAt, hint, nonce });
  useEffect(() => {
    emit.current = onChange;
  });

  useEffect(() => {
    if (box.current === null) return;
    const editor = createEditor(box.current, { ...start, attributes }, (text) => {
      emitted.current.push(text);
      emit.current(text);
    });
    view.current = editor;
    handle.current = {
      goTo: (at) => {
        const anchor = Math.min(at, editor.state.doc.length);
        editor.dispatch({ selection: { anchor }, scrollIntoView: true });
        editor.focus();
      },
    };
    if (start.startAt !== undefined) editor.focus();
    return () => {
      handle.current = undefined;
      view.current = undefined;
      editor.destroy();
    };
  }, [start, attributes, handle]);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const at = emitted.current.indexOf(value);
    emitted.current = at === -1 ? [value] : emitted.current.slice(at);
    if (at !== -1) return;
    editor.dispatch({
      annotations: given.of(true),
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      selection: { anchor: 0 },
    });
  }, [value]);

  useEffect(() => {
    const named = {
      "aria-labelledby": labelledBy,
      "aria-describedby": describedBy,
      ...(invalid ? { "aria-invalid": "true" } : {}),
      autocapitalize: "off",
    };
    const extension = EditorView.contentAttributes.of(named);
    view.current?.dispatch({ effects: attributes.reconfigure(extension) });
  }, [attributes, labelledBy, describedBy, invalid]);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const from = Math.min(fault?.at ?? 0, editor.state.doc.length);
    const to = Math.min(from + 1, editor.state.doc.length);
    const found =
      fault === undefined ? [] : [{ from, to, severity: "error", message: fault.message } as const];
    editor.dispatch(setDiagnostics(editor.state, found));
  }, [fault]);

  return <div ref={box} className="h-full min-w-0" />;
}

/** An editor in `parent`. `onText` is called with the text after each change that is the operator's own. */
function createEditor(
  parent: HTMLElement,
  start: {
    value: string;
    startAt: number | undefined;
    hint: string;
    nonce: string | undefined;
    /** Holds the attributes that change. */
    attributes: Compartment;
  },
  onText: (text: string) => void,
): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: start.value,
      ...(start.startAt === undefined ? {} : { selection: { anchor: start.startAt } }),
      extensions: [
        start.nonce === undefined ? [] : EditorView.cspNonce.of(start.nonce),
        lineNumbers(),
        history(),
        json(),
        jsonHighlight,
        indentOnInput(),
        bracketMatching(),
        EditorView.lineWrapping,
        linter(null, { tooltipFilter: () => [] }),
        // Tab is not bound: it leaves the editor, as everywhere else on the page.
        keymap.of([...defaultKeymap, ...historyKeymap]),
        placeholder(start.hint),
        editorTheme,
        start.attributes.of([]),
        EditorView.updateListener.of(({ docChanged, state, transactions }) => {
          if (!docChanged || transactions.some((each) => each.annotation(given))) return;
          onText(state.doc.toString());
        }),
      ],
    }),
  });
}
