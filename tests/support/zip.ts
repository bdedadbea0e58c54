// Zip archives byte by byte, so that every field can lie. What no honest writer makes is made here.
import { crc32, deflateRawSync } from "node:zlib";

export interface ZipMember {
  name: string | Buffer;
  content?: Buffer | string;
  /** Unix mode with its file type, such as 0o120777 for a symbolic link. */
  mode?: number;
  stored?: boolean;
  flags?: number;
  method?: number;
  /** Values declared instead of the real ones. */
  claims?: { sizeBytes?: number; packedBytes?: number; crc?: number };
  /** Points at the local header of the member with this number instead of writing its own. */
  sameDataAs?: number;
}

/** Builds an archive; `entryCount` is the count its end record declares. */
export function zipOf(members: readonly ZipMember[], { entryCount }: { entryCount?: number } = {}): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const member of members) {
    const name = Buffer.isBuffer(member.name) ? member.name : Buffer.from(member.name);
    const content = Buffer.from(member.content ?? "");
    const data = member.stored ? content : deflateRawSync(content);
    const crc = member.claims?.crc ?? crc32(content);
    const packedBytes = member.claims?.packedBytes ?? data.length;
    const sizeBytes = member.claims?.sizeBytes ?? content.length;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(member.flags ?? 0x800, 2);
    common.writeUInt16LE(member.method ?? (member.stored ? 0 : 8), 4);
    common.writeUInt16LE(0, 6);
    common.writeUInt16LE(0x5821, 8);
    common.writeUInt32LE(crc, 10);
    common.writeUInt32LE(packedBytes, 14);
    common.writeUInt32LE(sizeBytes, 18);
    common.writeUInt16LE(name.length, 22);
    const offset = member.sameDataAs === undefined ? at : (offsets[member.sameDataAs] ?? 0);
    offsets.push(offset);
    if (member.sameDataAs === undefined) {
      const whole = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, name, data]);
      local.push(whole);
      at += whole.length;
    }
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((member.mode ?? 0) << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    central.push(
      Buffer.concat([Buffer.from("PK\x01\x02", "latin1"), Buffer.from([20, 3]), common, tail, name]),
    );
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE((entryCount ?? members.length) & 0xffff, 4);
  end.writeUInt16LE((entryCount ?? members.length) & 0xffff, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...local, directory, Buffer.from("PK\x05\x06", "latin1"), end]);
}
