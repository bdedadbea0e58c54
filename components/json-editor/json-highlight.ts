import { syntaxTree } from "@codemirror/language";
import { type Extension, type Range, RangeSet } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin } from "@codemirror/view";

// Same colours as the tree in `components/json/json-row.tsx`.
const marks = new Map(
  [
    ["PropertyName", "text-accent"],
    ["String", "text-ok"],
    ["Number", "text-running"],
    ["True", "text-queued"],
    ["False", "text-queued"],
    ["Null", "text-ink-3"],
  ].map(([node, className]) => [node, Decoration.mark({ class: className ?? "" })]),
);

function decorate(view: EditorView): DecorationSet {
  const found: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) => {
        const mark = marks.get(node.name);
        if (mark !== undefined && node.to > node.from) found.push(mark.range(node.from, node.to));
      },
    });
  }
  return RangeSet.of(found, true);
}

/** Colours the visible JSON, as far as it has been parsed. */
export const jsonHighlight: Extension = ViewPlugin.define(
  (view) => ({
    drawn: decorate(view),
    update(update) {
      const parsed = syntaxTree(update.startState) !== syntaxTree(update.state);
      if (update.docChanged || update.viewportChanged || parsed) this.drawn = decorate(update.view);
    },
  }),
  { decorations: ({ drawn }) => drawn },
);
