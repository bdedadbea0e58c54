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
      { keys: ["Esc"], does: "Close the sheet, dialog or menu" },
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
      { keys: ["k", "↑"], does: "Previous row" },
      { keys: ["Enter"], does: "Open the row" },
      { keys: ["Esc"], does: "Leave the row, then clear the selection" },
      { keys: ["f"], does: "Add a filter" },
      { keys: ["Click"], does: "On a value: filter by it" },
      { keys: ["Alt Click"], does: "On a value: exclude it" },
    ],
  },
  {
    title: "Selecting rows",
    rows: [
      { keys: ["x", "Space"], does: "Select or deselect the row" },
      { keys: ["⇧ ↓", "⇧ ↑"], does: "Extend the selection by a row" },
      { keys: ["⇧ Click"], does: "Extend the selection to this row" },
      { keys: ["⌘ A", "Ctrl A"], does: "Select all rows of the page" },
    ],
  },
  {
    title: "Logs",
    rows: [
      { keys: ["⌘ F", "Ctrl F"], does: "Find in this log; n and N for next and previous" },
      { keys: ["Space"], does: "Pause or follow" },
      { keys: ["j", "k", "↓", "↑"], does: "Next or previous line" },
      { keys: ["Enter"], does: "Expand the line" },
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
      { keys: ["←", "→", "↑", "↓"], does: "Resize a split, move the floating live view" },
      { keys: ["Enter"], does: "On the middle split: collapse a side" },
      { keys: ["Delete"], does: "On a log's tab: close it" },
    ],
  },
  {
    title: "Search",
    rows: [
      { keys: ["j"], does: "Next match" },
      { keys: ["k"], does: "Previous match" },
      { keys: ["Enter"], does: "Open the match" },
      { keys: ["c"], does: "Copy a link to the match" },
      { keys: ["/"], does: "Edit the search" },
    ],
  },
  {
    title: "Timeline",
    rows: [
      { keys: ["←", "→"], does: "Move an end of the selection; with ⇧ in larger steps" },
      { keys: ["Home", "End"], does: "Move it to the end of the range" },
      { keys: ["Esc"], does: "Clear the selection" },
    ],
  },
  {
    title: "Invoke",
    rows: [
      { keys: ["⌘ Enter", "Ctrl Enter"], does: "Invoke" },
      { keys: ["Tab"], does: "Leave the payload editor" },
    ],
  },
  {
    title: "One invocation",
    rows: [
      { keys: ["["], does: "Previous invocation of the same action" },
      { keys: ["]"], does: "Next invocation of the same action" },
      { keys: ["Ctrl F"], does: "Search the focused payload or output" },
    ],
  },
];
