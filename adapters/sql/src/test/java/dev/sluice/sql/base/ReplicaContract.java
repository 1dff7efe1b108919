package dev.sluice.sql.base;

import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.contracts.Soon;
import dev.sluice.id.ProductId;
import dev.sluice.sale.Product;
import dev.sluice.sql.ServerFixture;
import dev.sluice.sql.shop.SqlCatalogue;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Reads from a replica. Here it is a second database with other products, so that it shows where
/// an answer came from.
interface ReplicaContract extends ServerFixture {

    @Test
    default void lists_come_from_the_replica_and_from_the_primary_when_it_is_gone()
            throws Exception {
        catalogue().insertProduct(product(1));
        var replica = name() + "_replica";
        create(replica);
        try (var elsewhere = SharedDatabase.open(config(replica))) {
            new SqlCatalogue(elsewhere).insertProduct(named("from the replica"));
        }
        try (var database = SharedDatabase.open(withReplica(config(replica).url()))) {
            var catalogue = new SqlCatalogue(database);

            // A replica that does not answer at once is left for the primary.
            Soon.until(
                    "a list comes from the replica",
                    () -> first(catalogue).equals("from the replica"));
            assertEquals("product 1", catalogue.findProduct(new ProductId(1)).orElseThrow().name());
            drop(replica);
            assertEquals("product 1", first(catalogue));
            assertEquals("product 1", first(catalogue));
        }
    }

    @Test
    default void a_replica_that_is_away_at_the_start_does_not_matter() {
        catalogue().insertProduct(product(1));
        var away = config("no_such_replica").url();

        try (var database = SharedDatabase.open(withReplica(away))) {
            assertEquals("product 1", first(new SqlCatalogue(database)));
        }
    }

    private SqlConfig withReplica(String readUrl) {
        var config = config(name());
        return new SqlConfig(
                config.url(),
                config.user(),
                config.password(),
                Optional.of(readUrl),
                2,
                config.timeout());
    }

    private static Product named(String name) {
        return new Product(new ProductId(1), name, "", Optional.empty());
    }

    private static String first(SqlCatalogue catalogue) {
        return catalogue.findProducts(Optional.empty(), 10).getFirst().name();
    }
}
