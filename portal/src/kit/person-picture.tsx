import { Flex, Image } from "@chakra-ui/react";
import { useState } from "react";
import { useServices } from "../api/services";
import { isKept, pictureAddress } from "./picture-address";

interface PersonPictureProps {
  name: string;
  /** The address of the picture; only one that is kept on the server is shown. */
  picture: string;
  size?: "8" | "16";
}

/** The round picture of a person, or the first letters of the name. The name stands beside it. */
export function PersonPicture({ name, picture, size = "8" }: PersonPictureProps) {
  const { filesUrl } = useServices().config;
  const [broken, setBroken] = useState<string>();
  const shape = { boxSize: size, flexShrink: "0", borderRadius: "full" } as const;
  if (isKept(picture) && broken !== picture) {
    const address = pictureAddress(picture, filesUrl, "small");
    return <Image src={address} alt="" {...shape} objectFit="cover" onError={() => setBroken(picture)} />;
  }
  return (
    <Flex
      aria-hidden="true"
      align="center"
      justify="center"
      {...shape}
      background="accent.subtle"
      color="accent.fg"
      fontSize={size === "8" ? "sm" : "xl"}
      fontWeight="semibold"
    >
      {initials(name)}
    </Flex>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = "", last = ""] = [words[0], words.length > 1 ? words.at(-1) : ""];
  return ((Array.from(first)[0] ?? "") + (Array.from(last)[0] ?? "")).toUpperCase();
}
