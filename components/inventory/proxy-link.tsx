import { Link } from "@/components/ui/link";
import { paths } from "@/lib/paths";
import { useRecordedName } from "./use-pins.ts";

/** A proxy by its recorded name, by its id without one. */
export function ProxyLink({ id }: { id: string }) {
  const name = useRecordedName("proxy", id);
  return (
    <Link
      className={`text-accent hover:underline ${name === undefined ? "font-mono text-label" : ""}`}
      href={paths.proxies({ open: id })}
    >
      {name ?? id}
    </Link>
  );
}
