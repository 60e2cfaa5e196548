import { isObject } from '../../util/objects';
import { t } from '../../util/text';
import type { Dialect, Remark } from '../model/description';
import { DescriptionError } from '../model/descriptionError';

/**
 * Which version a document is written for. YAML may read the version as a number.
 * @throws DescriptionError for a version that is not known, and for a file that is no description
 */
export function dialectOf(
  root: unknown,
  name: string,
): { readonly dialect: Dialect; readonly remarks: Remark[] } {
  const { openapi, swagger } = isObject(root) ? root : {};
  const given = openapi ?? swagger;
  if (typeof given !== 'string' && typeof given !== 'number') {
    const message = t(
      '{0} is no API description: it has neither “openapi” nor “swagger” with a version.',
      name,
    );
    throw new DescriptionError(message);
  }
  const version = Number.isInteger(given) ? `${given}.0` : String(given);
  if (openapi === undefined && /^2\.0(\.|$)/.test(version)) return { dialect: '2.0', remarks: [] };
  if (openapi !== undefined && /^3\.0(\.|$)/.test(version)) return { dialect: '3.0', remarks: [] };
  if (openapi !== undefined && /^3\.1(\.|$)/.test(version)) return { dialect: '3.1', remarks: [] };
  if (openapi !== undefined && /^3\.2(\.|$)/.test(version)) {
    return { dialect: '3.1', remarks: [{ message: t('OpenAPI {0} is read as 3.1.', version), line: 0 }] };
  }
  const message = t(
    '{0} is written for version {1}. Known are OpenAPI 3.0 to 3.2 and Swagger 2.0.',
    name,
    version,
  );
  throw new DescriptionError(message);
}
