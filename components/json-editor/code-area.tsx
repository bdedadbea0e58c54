"use client";

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { linter, setDiagnostics } from "@codemirror/lint";
import { Annotation, Compartment, EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useNonce } from "@/components/ui/nonce";
import { editorTheme } from "./editor-theme.ts";
import type { JsonFault } from "./json-fault.ts";
import { jsonHighlight } from "./json-highlight.ts";

/** What the area around the editor may ask of it. */
export interface CodeHandle {
  /** Puts the cursor there and the focus into the editor. */
  readonly goTo: (at: number) => void;
}

export interface CodeAreaProps {
  value: string;
  onChange: (text: string) => void;
  /** Ids of the name and of what describes the editor, and whether its text is at fault. */
  labelledBy: string;
  describedBy: string;
  invalid: boolean;
  fault: JsonFault | undefined;
  hint: string;
  /** Where the cursor is when the editor takes over from the plain area; undefined leaves the focus where it is. */
  startAt: number | undefined;
  handle: RefObject<CodeHandle | undefined>;
}

/** Marks a text that came from outside: who sent it need not be told. */
const given = Annotation.define<boolean>();

/** The editor itself, loaded when asked for. Its text is its own while it is typed into: a value that it has not
 *  told itself replaces the text, in one step that its own undo takes back. */
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
  // What was told and has not come back as a value yet, behind what came back last. Keys may be faster than renders.
  const told = useRef([value]);
  const tell = useRef(onChange);
  const [attributes] = useState(() => new Compartment());
  const [start] = useState({ value, startAt, hint, nonce });
  useEffect(() => {
    tell.current = onChange;
  });

  useEffect(() => {
    if (box.current === null) return;
    const editor = new EditorView({
      parent: box.current,
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
          attributes.of([]),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            if (!docChanged || transactions.some((each) => each.annotation(given))) return;
            const text = state.doc.toString();
            told.current.push(text);
            tell.current(text);
          }),
        ],
      }),
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
    const at = told.current.indexOf(value);
    told.current = at === -1 ? [value] : told.current.slice(at);
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
