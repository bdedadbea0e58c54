import { shortcutHelpTexts } from "./layout-on-demand-messages.ts";
import { navItems } from "./nav-items.ts";

/** The shortcuts listed by `?`. A page that adds keys adds its group here. */
export interface ShortcutGroup {
  readonly title: string;
  readonly rows: readonly { readonly keys: readonly string[]; readonly does: string }[];
}

export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: shortcutHelpTexts.everywhere,
    rows: [
      { keys: ["⌘ K", shortcutHelpTexts.ctrlK], does: shortcutHelpTexts.goToIdPageOrAction },
      { keys: ["⌘ B", shortcutHelpTexts.ctrlB], does: shortcutHelpTexts.openOrCollapseTheSidebar },
      { keys: ["⌘ Enter", shortcutHelpTexts.ctrlEnter], does: shortcutHelpTexts.submitTheDialogsForm },
      { keys: ["?"], does: shortcutHelpTexts.thisList },
      { keys: [shortcutHelpTexts.esc], does: shortcutHelpTexts.closeSheetDialogOrMenu },
    ],
  },
  {
    title: shortcutHelpTexts.pages,
    rows: navItems.map(({ label, goKey }) => ({ keys: ["g", goKey], does: label })),
  },
  {
    title: shortcutHelpTexts.lists,
    rows: [
      { keys: ["j", "↓"], does: shortcutHelpTexts.nextRow },
      { keys: ["k", "↑"], does: shortcutHelpTexts.previousRow },
      { keys: ["Enter"], does: shortcutHelpTexts.openTheRow },
      { keys: [shortcutHelpTexts.esc], does: shortcutHelpTexts.leaveRowThenClearSelection },
      { keys: ["f"], does: shortcutHelpTexts.addAFilter },
      { keys: [shortcutHelpTexts.click], does: shortcutHelpTexts.filterByValue },
      { keys: [shortcutHelpTexts.altClick], does: shortcutHelpTexts.excludeValue },
    ],
  },
  {
    title: shortcutHelpTexts.selectingRows,
    rows: [
      { keys: ["x", shortcutHelpTexts.space], does: shortcutHelpTexts.selectOrDeselectTheRow },
      { keys: ["⇧ ↓", "⇧ ↑"], does: shortcutHelpTexts.extendSelectionByRow },
      { keys: ["⇧ Click"], does: shortcutHelpTexts.extendSelectionToRow },
      { keys: ["⌘ A", shortcutHelpTexts.ctrlA], does: shortcutHelpTexts.selectAllRowsOfPage },
    ],
  },
  {
    title: shortcutHelpTexts.logs,
    rows: [
      { keys: ["⌘ F", shortcutHelpTexts.ctrlF], does: shortcutHelpTexts.findInLog },
      { keys: [shortcutHelpTexts.space], does: shortcutHelpTexts.pauseOrFollow },
      { keys: ["j", "k", "↓", "↑"], does: shortcutHelpTexts.nextOrPreviousLine },
      { keys: ["Enter"], does: shortcutHelpTexts.expandTheLine },
      { keys: ["c"], does: shortcutHelpTexts.copyTheLine },
      { keys: ["l"], does: shortcutHelpTexts.copyLinkToLine },
      { keys: ["w"], does: shortcutHelpTexts.wrapLines },
      { keys: ["t"], does: shortcutHelpTexts.timestamps },
      { keys: ["f"], does: shortcutHelpTexts.fullScreen },
    ],
  },
  {
    title: shortcutHelpTexts.workbench,
    rows: [
      { keys: ["←", "→", "↑", "↓"], does: shortcutHelpTexts.resizeSplitOrMoveLiveView },
      { keys: ["Enter"], does: shortcutHelpTexts.collapseSide },
      { keys: ["Delete"], does: shortcutHelpTexts.closeLogTab },
    ],
  },
  {
    title: shortcutHelpTexts.search,
    rows: [
      { keys: ["j"], does: shortcutHelpTexts.nextMatch },
      { keys: ["k"], does: shortcutHelpTexts.previousMatch },
      { keys: ["Enter"], does: shortcutHelpTexts.openTheMatch },
      { keys: ["c"], does: shortcutHelpTexts.copyLinkToMatch },
      { keys: ["/"], does: shortcutHelpTexts.editTheSearch },
    ],
  },
  {
    title: shortcutHelpTexts.timeline,
    rows: [
      { keys: ["←", "→"], does: shortcutHelpTexts.moveSelectionEnd },
      { keys: ["Home", "End"], does: shortcutHelpTexts.moveToRangeEnd },
      { keys: [shortcutHelpTexts.esc], does: shortcutHelpTexts.clearTheSelection },
    ],
  },
  {
    title: shortcutHelpTexts.invoke,
    rows: [
      { keys: ["⌘ Enter", shortcutHelpTexts.ctrlEnter], does: shortcutHelpTexts.invoke },
      { keys: ["Tab"], does: shortcutHelpTexts.leaveThePayloadEditor },
    ],
  },
  {
    title: shortcutHelpTexts.oneInvocation,
    rows: [
      { keys: ["["], does: shortcutHelpTexts.previousOfSameAction },
      { keys: ["]"], does: shortcutHelpTexts.nextOfSameAction },
      { keys: [shortcutHelpTexts.ctrlF], does: shortcutHelpTexts.searchPayloadOrOutput },
    ],
  },
];
