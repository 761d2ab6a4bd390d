/** Which records the house itself checks. */
import { type KycRecordItem, useKycConfig, useKycStatus } from './kyc-queries.ts';

/** Whether a record is checked by the house itself. Its own status says so; of another record, the name it was given to. */
export function useIsOwnKyc({ authNo, provider }: Pick<KycRecordItem, 'authNo' | 'provider'>): boolean {
  const status = useKycStatus().data;
  const isItsOwn = status?.record?.authNo === authNo && status.way !== null;
  const config = useKycConfig(!isItsOwn && provider !== null).data;
  if (isItsOwn) return status.way === 'own';
  const house = config?.providers.find(({ way }) => way === 'own');
  return house !== undefined && (provider === house.id || provider === house.name);
}
