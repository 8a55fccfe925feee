import { Box } from "@chakra-ui/react";

/** A QR code from the server, an SVG, with its name. */
export function QrCode({ svg, label }: { svg: string; label: string }) {
  // Cameras need dark on white, also at night.
  return (
    <Box padding="3" borderRadius="control" background="white" lineHeight="0">
      <img
        src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
        alt={label}
        width={200}
        height={200}
      />
    </Box>
  );
}
