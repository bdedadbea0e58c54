import { navItems } from "./nav-items.ts";

/** The shortcuts listed by `?`. A page that adds keys adds its group here. */
export interface ShortcutGroup {
  readonly title: string;
  readonly rows: readonly { readonly keys: readonly string[]; readonly does: string }[];
}

export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: "Everywhere",
    rows: [
      { keys: ["⌘ K", "Ctrl K"], does: "Go to an id, page or action" },
      { keys: ["⌘ B", "Ctrl B"], does: "Open or collapse the sidebar" },
      { keys: ["?"], does: "This list" },
      { keys: ["Esc"], does: "Close what is open" },
    ],
  },
  {
    title: "Pages",
    rows: navItems.map(({ label, goKey }) => ({ keys: ["g", goKey], does: label })),
  },
  {
    title: "Lists",
    rows: [
      { keys: ["j", "↓"], does: "Next row" },
      { keys: ["k", "↑"], does: "Row before" },
      { keys: ["Enter"], does: "Open the row" },
      { keys: ["Esc"], does: "Let go of the row, then of the selection" },
      { keys: ["f"], does: "Add a filter, where a list has them" },
      { keys: ["Click"], does: "On a value: filter by it" },
      { keys: ["Alt Click"], does: "On a value: leave it out" },
    ],
  },
  {
    title: "Selecting rows",
    rows: [
      { keys: ["x", "Space"], does: "Select the row, or let it go" },
      { keys: ["⇧ ↓", "⇧ ↑"], does: "Select on, row by row" },
      { keys: ["⇧ Click"], does: "Select up to this row" },
      { keys: ["⌘ A", "Ctrl A"], does: "Select all rows of the page" },
    ],
  },
  {
    title: "Logs",
    rows: [
      { keys: ["⌘ F", "Ctrl F"], does: "Find in this log; n and N step" },
      { keys: ["Space"], does: "Pause, or follow again" },
      { keys: ["j", "k", "↓", "↑"], does: "Walk the lines" },
      { keys: ["Enter"], does: "Unfold the line" },
      { keys: ["c"], does: "Copy the line" },
      { keys: ["l"], does: "Copy a link to the line" },
      { keys: ["w"], does: "Wrap lines" },
      { keys: ["t"], does: "Timestamps" },
      { keys: ["f"], does: "Full screen" },
    ],
  },
  {
    title: "Workbench",
    rows: [
      { keys: ["←", "→", "↑", "↓"], does: "On a split: resize; on the floating view: move" },
      { keys: ["Enter"], does: "On the middle split: fold a side away" },
      { keys: ["Delete"], does: "On a log's tab: close it" },
    ],
  },
  {
    title: "Search",
    rows: [
      { keys: ["j"], does: "Next match" },
      { keys: ["k"], does: "Match before" },
      { keys: ["Enter"], does: "Open the match" },
      { keys: ["c"], does: "Copy a link to the match" },
      { keys: ["/"], does: "Edit the search" },
    ],
  },
  {
    title: "Timeline",
    rows: [
      { keys: ["←", "→"], does: "On an end of the axis: select; with ⇧ by tenths" },
      { keys: ["Home", "End"], does: "To the end of the range" },
      { keys: ["Esc"], does: "Let go of the selection" },
    ],
  },
  {
    title: "Invoke",
    rows: [
      { keys: ["⌘ Enter", "Ctrl Enter"], does: "Send the form" },
      { keys: ["Tab"], does: "Leave the payload's editor" },
    ],
  },
  {
    title: "One invocation",
    rows: [
      { keys: ["["], does: "Invocation of the same action before it" },
      { keys: ["]"], does: "Invocation of the same action after it" },
      { keys: ["Ctrl F"], does: "In payload or output: search it" },
    ],
  },
];
