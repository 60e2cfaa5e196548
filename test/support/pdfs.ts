/** Small PDFs with something special in each, made by hand. All are 200 × 100 points. */

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Resources << >> >>';

/**
 * A green page, drawn as a fax machine sends one (ITU-T T.6), before two empty ones, in a document that tries all that it
 * can: scripts when it is opened and seen, forms that are programs, links that open themselves, and content, fonts and
 * images that are at an address.
 */
export function hostile(address: string): Buffer {
  const url = (name: string): string => `<< /FS /URL /F (${address}/${name}) >>`;
  const script = (name: string): string =>
    `<< /S /JavaScript /JS (app.launchURL\\("${address}/${name}"\\); this.submitForm\\("${address}/${name}"\\); while \\(true\\) {}) >>`;
  const catalog = `<< /Type /Catalog /Pages 2 0 R /OpenAction ${script('open')} /AA << /WC ${script('close')} >>
    /Names << /JavaScript << /Names [(a) ${script('name')}] >> >>
    /AcroForm << /Fields [5 0 R] /XFA 6 0 R >> >>`;
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /AA << /O ${script('page')} >>
    /Annots [5 0 R << /Type /Annot /Subtype /Link /Rect [0 0 200 100] /PA << /S /URI /URI (${address}/link) >>
      /A << /S /URI /URI (${address}/link) >> >>]
    /Resources << /XObject << /G 11 0 R /I 7 0 R >> /Font << /F << /Type /Font /Subtype /TrueType /BaseFont /Nowhere
      /FirstChar 65 /LastChar 65 /Widths [600] /FontDescriptor << /Type /FontDescriptor /FontName /Nowhere
      /Flags 32 /FontFile2 8 0 R >> >> >> >> >>`;
  const field = `<< /Type /Annot /Subtype /Widget /FT /Tx /T (t) /Rect [0 0 10 10] /AA << /C ${script('field')} >> >>`;
  const xfa = `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template><subform><event activity="initialize">
    <script contentType="application/x-javascript">xfa.host.gotoURL("${address}/xfa")</script></event></subform></template></xdp:xdp>`;
  const image =
    '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray';
  const empty = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] >>';
  // Eight blank lines, drawn in green for blank. One after a blank line is a single bit; then two codes end the block.
  const lines = Buffer.from([0xff, 0x00, 0x10, 0x01]).toString('latin1');
  const fax = `/Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 1 /ImageMask true
    /Decode [1 0] /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 8 /Rows 8 >>`;
  return pdf([
    catalog,
    pages('3 0 R', '9 0 R', '10 0 R'),
    page,
    stream('', '0 1 0 rg q 200 0 0 100 0 0 cm /G Do Q q 10 0 0 10 0 0 cm /I Do Q BT /F 8 Tf (A) Tj ET'),
    field,
    stream('', xfa),
    stream(`${image} /F ${url('image')}`, ''),
    stream(`/F ${url('font')}`, ''),
    empty,
    empty,
    stream(fax, lines),
  ]);
}

/** Encrypted, with a password that nobody knows. */
export function locked(): Buffer {
  const unknown = `(${'x'.repeat(32)})`;
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${unknown} /U ${unknown} /P -4 >> /ID [(a) (a)]`;
  return pdf([CATALOG, pages('3 0 R'), PAGE, stream('', '')], encrypt);
}

/** Begins as a PDF and is none. */
export function damaged(): Buffer {
  return Buffer.from('%PDF-1.7\nand then nothing that anybody could read\n%%EOF\n');
}

function pages(...kids: readonly string[]): string {
  return `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`;
}

function stream(entries: string, data: string): string {
  return `<< /Length ${data.length} ${entries} >>\nstream\n${data}\nendstream`;
}

/** @param objects the first is the catalog; each is numbered by its place */
function pdf(objects: readonly string[], trailer = ''): Buffer {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((body, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const start = text.length;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}`;
  text += `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
