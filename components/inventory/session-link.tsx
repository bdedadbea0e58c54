import clsx from "clsx";
import { Link } from "@/components/ui/link";
import { paths } from "@/lib/paths";

/** A browser by its name, with its id in the tooltip; by its id without a name. `text` replaces the id. */
export function SessionLink({
  id,
  name,
  text = id,
  className,
}: {
  id: string;
  name: string | null | undefined;
  text?: string;
  className?: string;
}) {
  return (
    <Link
      href={paths.browser(id)}
      title={name || text !== id ? id : undefined}
      className={clsx("text-accent hover:underline", !name && "font-mono text-label", className)}
    >
      {name || text}
    </Link>
  );
}
