import { cloneElement, Fragment, isValidElement, type ReactNode } from "react";
import { visibleMarks } from "@/lib/format/visible-marks";

/** The same content with the bidirectional marks of its texts and titles written out, down to the first component of ours. */
export function withVisibleMarks(node: ReactNode): ReactNode {
  if (typeof node === "string") return visibleMarks(node);
  if (Array.isArray(node)) {
    const shown: ReactNode[] = node.map(withVisibleMarks);
    return shown.some((each, at) => each !== node[at]) ? shown : node;
  }
  if (!isValidElement<{ children?: ReactNode; title?: string }>(node)) return node;
  if (typeof node.type !== "string" && node.type !== Fragment) return node;
  const { children, title = "" } = node.props;
  const shown = withVisibleMarks(children);
  const shownTitle = visibleMarks(title);
  if (shown === children && shownTitle === title) return node;
  return cloneElement(
    node,
    shownTitle === title ? undefined : { title: shownTitle },
    ...(Array.isArray(shown) ? shown : [shown]),
  );
}
