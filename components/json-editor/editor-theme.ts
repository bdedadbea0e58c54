import { EditorView } from "@codemirror/view";

/** Editor theme in our design tokens: they change with the colour scheme, so one theme serves both. */
export const editorTheme = EditorView.theme({
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
